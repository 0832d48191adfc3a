import path from 'node:path'
import { workspaceAt, writeFileAtomic } from '@cli-apps/core/node'
import type { Machine } from './cli.ts'
import { buildRecord, type FixtureApp, writeSignedRecord } from './fixture-workspace.ts'

/** Installs a script (text of a Node module, unless another interpreter is named) as an app of that user. */
export async function installScript(
  machine: Machine,
  name: string,
  script: string,
  manifest: FixtureApp['manifest'] = {},
  interpreter = process.execPath,
): Promise<void> {
  const workspace = workspaceAt(machine.workspace)
  const program = path.join(machine.home, 'programs', `${name}.mjs`)
  await writeFileAtomic(program, script)
  await writeFileAtomic(workspace.file, '{"apps": {}}')
  const record = buildRecord(name, { argv: [interpreter, program], manifest })
  await writeSignedRecord(workspace, record, machine.environment.CLI_APPS_HOME)
}
