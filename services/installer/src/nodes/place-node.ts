import path from 'node:path'
import { Digest, t } from '@cli-apps/core'
import { digestOf, jsonText, writeFileAtomic } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { WorkFolder } from '../home/work-folder.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { applySteps } from '../steps/apply-steps.ts'
import { buildEntry } from '../store/build-entry.ts'
import { entryAt } from '../store/store.ts'
import { nodeArtifact, nodeNote } from '../strategies/npm/npm-node.ts'
import type { SharedNode } from '../strategies/strategy.ts'

type Planned = Pick<InstallPlan, 'name' | 'platform'> & { node: SharedNode }

/**
 * Puts a Node into the store, unless it is there, and returns the digest of the list of its files. Throws what `buildEntry` and its
 * steps throw.
 */
export async function placeNode(
  { name, platform, node }: Planned,
  { config, signal, output, environment }: CommandContext,
  work: WorkFolder,
): Promise<Digest> {
  const entry = entryAt(path.dirname(node.prefix))
  const { package: packageName, version, integrity, steps } = node
  const manifest = { node: { package: packageName, version, integrity } }
  const { app } = await buildEntry(entry, {
    locks: config.locks,
    signal,
    // Nothing is built on a Node whose files were changed.
    rebuild: 'damaged',
    onWait: (pid) =>
      output.notice(
        t(
          'place-node.waiting-process-installing',
          'Waiting for process {pid}, which is installing Node for {name}.',
          {
            pid,
            name,
          },
        ),
      ),
    onBegin: (options) => work.noteEntry(entry.folder, options),
    build: async (attempt) => {
      const { noteFolder } = work
      const { logs } = config
      await applySteps(steps, { environment, output, signal, logs, attempt, noteFolder })
      return {
        app: {
          store: 1,
          name: packageName,
          version,
          digest: Digest.parse(digestOf(jsonText(manifest))),
          registry: 'npm',
          method: 'npm',
          platform,
          argv: [node.path],
          program_version: version,
          artifacts: [nodeArtifact(node)],
        },
        commands: undefined,
        trees: new Map(),
        manifest,
      }
    },
  })
  return app.files
}

/** Notes in a program's folder which Node it runs on; `files` is the digest of the list of that Node's files. */
export const noteNode = (
  prefix: string,
  { package: name, version, integrity }: SharedNode,
  files: Digest,
): Promise<void> => writeFileAtomic(nodeNote(prefix), jsonText({ package: name, version, integrity, files }))
