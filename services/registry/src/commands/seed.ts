import { InvalidError } from '@cli-apps/core'
import { type Command, dataHelp, dataOption, signingHelp, signingOption } from '../command.ts'
import { readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const seedCommand: Command = {
  usage: 'seed [--data DIR] [--signing-key FILE]',
  help: [
    'Publish the bundled catalog as the user catalog. Existing versions stay unchanged.',
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
    throw new InvalidError('seed.incomplete', `Some files of the catalog were not published: ${counts}.`, {
      hint: 'All other files are published. Fix the listed files and run seed again.',
      issues: refused,
    })
  },
}
