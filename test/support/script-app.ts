import path from 'node:path'
import { workspaceAt, writeFileAtomic } from '@cli-apps/core/node'
import { makeAppRoot } from './app-root.ts'
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

/** Installs a program of this machine as an app of that user which brings its own system, with nothing in it but the program. */
export async function installRooted(machine: Machine, name: string, program: string): Promise<void> {
  const workspace = workspaceAt(machine.workspace)
  const home = machine.environment.CLI_APPS_HOME
  const store = path.join(home ?? machine.home, 'store', name, '1.0.0', 'key')
  const root = await makeAppRoot(path.join(store, 'prefix', 'root'), [program])
  await writeFileAtomic(path.join(store, 'app.json'), '{}')
  await writeFileAtomic(workspace.file, '{"apps": {}}')
  const built = buildRecord(name, { argv: [path.join(root, 'usr/bin', path.basename(program))] })
  await writeSignedRecord(workspace, { ...built, method: 'debian', store }, home)
}
