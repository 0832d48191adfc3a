import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { dataOption, type RegistryCommand } from '../command.ts'
import { parseWith, type RegistryConfig, readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

const Flags = z.object({ file: z.string().min(1), force: z.boolean().default(false) })

export const backupCommand: RegistryCommand = {
  about:
    'Write the whole database at one moment into FILE: apps, users, hashes of tokens, the audit log. Protect FILE like the database. It contains no private signing keys.',
  options: { force: { type: 'boolean', description: 'Replace an existing FILE' }, ...dataOption },
  positionals: { file: 'A new file; - for stdout' },
  run: async ({ values, environment, print }) => {
    const { file, force } = parseWith(Flags, values)
    const config = readRegistryConfig(values, environment)
    if (file === '-') return writeToStdout(config)
    const report = await withOperator(config, (operator) =>
      operator.backup({ file: path.resolve(file), force }),
    )
    const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0)
    print(
      { ...report },
      `${rows} rows, ${report.rows.versions ?? 0} versions of ${report.rows.apps ?? 0} apps, in ${report.file}.`,
    )
  },
}

/** Whole or not at all, as into a file: nothing is written before the backup is. */
async function writeToStdout(config: RegistryConfig): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-backup-'))
  try {
    const file = path.join(folder, 'backup')
    await withOperator(config, (operator) => operator.backup({ file }))
    await pipeline(createReadStream(file), process.stdout, { end: false })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
