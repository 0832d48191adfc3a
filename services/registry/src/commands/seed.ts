import { InvalidError } from '@cli-apps/core'
import { type Command, dataHelp, dataOption, signingHelp, signingOption } from '../command.ts'
import { readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const seedCommand: Command = {
  usage: 'seed [--data DIR] [--signing-key FILE]',
  help: [
    'Publishes the catalogue that comes with the program, as the user catalog. What is there already stays as it is.',
    '',
    dataHelp,
    signingHelp,
  ],
  options: { ...dataOption, ...signingOption },
  run: async ({ values, environment, print }) => {
    const report = await withOperator(readConfig(values, environment), (operator) => operator.seed())
    const { published, unchanged, refused } = report
    const counts = `${published.length} published, ${unchanged.length} unchanged, ${refused.length} refused`
    if (refused.length === 0) return print({ ...report }, `${counts}.`)
    throw new InvalidError('seed.incomplete', `Not all of the catalogue could be published: ${counts}.`, {
      hint: 'What could be published is; mend the listed files and seed again.',
      issues: refused,
    })
  },
}
