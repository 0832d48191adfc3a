import path from 'node:path'
import * as z from 'zod'
import { dataOption, type RegistryCommand } from '../command.ts'
import { parseWith, readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

const Flags = z.object({ file: z.string().min(1) })

export const restoreCommand: RegistryCommand = {
  about:
    'Restore a backup into an empty database, embedded or Postgres, whichever it comes from: all or nothing.',
  options: dataOption,
  positionals: { file: 'A file that backup wrote' },
  run: async ({ values, environment, print }) => {
    const file = path.resolve(parseWith(Flags, values).file)
    const report = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.restore({ file }),
    )
    print({ ...report }, `${report.rows.versions ?? 0} versions of ${report.rows.apps ?? 0} apps restored.`)
  },
}
