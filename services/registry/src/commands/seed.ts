import { InvalidError } from '@cli-apps/core'
import { dataOption, type RegistryCommand, signingOption } from '../command.ts'
import { readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const seedCommand: RegistryCommand = {
  about: 'Publish the bundled catalog as the user catalog. Existing versions stay unchanged.',
  options: { ...dataOption, ...signingOption },
  positionals: {},
  run: async ({ values, environment, print }) => {
    const report = await withOperator(readRegistryConfig(values, environment), (operator) => operator.seed())
    const { published, unchanged, playbooks, refused } = report
    const counts = `${published.length} published, ${unchanged.length} unchanged, ${refused.length} refused`
    if (refused.length === 0) return print({ ...report }, `${counts}. ${playbookCounts(playbooks)}`)
    throw new InvalidError('seed.incomplete', `Some files of the catalog were not published: ${counts}.`, {
      hint: 'All other files are published. Fix the listed files and run seed again.',
      issues: refused,
    })
  },
}

const playbookCounts = ({
  loaded,
  unchanged,
  kept,
}: Record<'loaded' | 'unchanged' | 'kept', string[]>): string =>
  `Playbooks: ${loaded.length} loaded, ${unchanged.length} unchanged, ${kept.length} of others kept.`
