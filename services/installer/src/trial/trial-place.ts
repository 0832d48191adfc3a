import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeFolder, workspaceAt } from '@cli-apps/core/node'
import { readConfig } from '../config.ts'
import type { CommandContext } from '../context.ts'
import { openWorkFolder } from '../home/work-folder.ts'

interface TrialPlace extends AsyncDisposable {
  /** Everything that the trial writes. */
  folder: string
  /** The same command in a workspace and a store of its own. */
  context: CommandContext
  /** Leaves the folder where it is. */
  keep(): void
}

/** Opens a workspace and a store that go when the trial is over; if the process is killed, the next command removes them. */
export async function openTrialPlace(context: CommandContext): Promise<TrialPlace> {
  const work = openWorkFolder(context.config.home)
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-try-'))
  await work.noteFolder(folder)
  let isKept = false
  const home = path.join(folder, 'home')
  await makeFolder(home, 0o700)
  const environment = { ...context.environment, CLI_APPS_HOME: home }
  const workspace = workspaceAt(path.join(folder, 'workspace'))
  await makeFolder(workspace.root, 0o700)
  // What the person configured holds here too. The cache of downloads is theirs, because nothing of it is trusted, and so
  // are the logs, which an error names after the trial.
  const { cache, logs } = context.config
  const config = { ...(await readConfig(environment)), cache, logs }
  return {
    folder,
    context: { ...context, cwd: workspace.root, environment, config, workspace },
    keep: () => {
      isKept = true
    },
    [Symbol.asyncDispose]: async () => {
      if (!isKept) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      await work[Symbol.asyncDispose]()
    },
  }
}
