import type { InstallRecord } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { digestOfFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { openWorkFolder } from '../home/work-folder.ts'
import { openProbe } from '../probe/probe.ts'
import { helpDeadline, readCommandTree } from '../probe/read-commands.ts'
import { verifyProgram } from '../probe/verify-program.ts'
import { readProgramTrees } from '../programs/read-program-trees.ts'
import type { FreshFacts } from '../skill/plan-render.ts'
import { storeFolders } from '../store/store.ts'
import { executableOf } from '../store/system-program.ts'

/**
 * Reads the version and the help of an installed program again.
 * Throws `ProcessError` when it does not answer, or is not the program that the manifest describes.
 */
export async function readFresh(
  record: InstallRecord,
  { config, environment, signal, output }: CommandContext,
): Promise<FreshFacts> {
  const { argv, manifest, system, programs = {} } = record
  const deadline = helpDeadline()
  await using work = openWorkFolder(config.home)
  await using probe = await openProbe(argv, { environment, signal, work, readable: storeFolders(record) })
  const progress = output.progress(
    t('read-fresh.read-help', 'read the help of {entry_point}', { entry_point: manifest.entry_point }),
  )
  try {
    const programVersion = await verifyProgram(manifest, probe, record)
    const commands = await readCommandTree(manifest, probe, {
      argv,
      config,
      environment,
      signal,
      isFresh: true,
    })
    const others = Object.entries(programs).map(([name, { argv: start }]) => ({ name, argv: start }))
    const trees = await readProgramTrees(
      others,
      { config, environment, signal },
      { work, readable: storeFolders(record), deadline, isFresh: true },
    )
    signal.throwIfAborted()
    const program = system === undefined ? undefined : await digestOfFile(executableOf(argv))
    return { programVersion, commands, trees, program }
  } finally {
    progress.done()
  }
}
