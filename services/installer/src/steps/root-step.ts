import type { DebianArchitecture, DebianClosure, Digest } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { BuildAttempt } from '../store/end-builders.ts'
import type { Step } from '../strategies/step.ts'
import type { Output } from '../ui/output.ts'
import type { ProgressOptions } from '../ui/progress-lines.ts'

/** Where the roots of Debian programs come from. */
export interface RootSources {
  /** Folder of all unpacked packages. */
  debs: string
  locks: string
  mirror: (url: string) => string
  /** Reads the list of packages with this digest from the registry of the app. */
  readClosure: (architecture: DebianArchitecture, closure: Digest) => Promise<DebianClosure>
}

interface ApplyRootOptions {
  environment: NodeJS.ProcessEnv
  output: Pick<Output, 'progress'>
  signal: AbortSignal
  attempt?: BuildAttempt
  noteFolder?: (folder: string) => Promise<void>
  roots?: RootSources
}

/** Makes the root of a Debian program, with one line of progress for all of its packages. */
export async function applyRoot(
  { architecture, closure: digest, size, to }: Step & { step: 'root' },
  { environment, output, signal, attempt, noteFolder, roots }: ApplyRootOptions,
  shown: ProgressOptions,
): Promise<void> {
  if (roots === undefined) throw new RangeError('a root needs its sources')
  const { buildRoot } = await import('../debian/build-root.ts')
  const progress = output.progress(t('root-step.title', 'get Debian packages'), shown)
  try {
    await buildRoot(await roots.readClosure(architecture, digest), {
      ...roots,
      environment,
      signal,
      attempt,
      noteFolder,
      prefix: to,
      onShare: ({ done, of, received }) =>
        progress.update(
          t('root-step.progress', '{done} of {of} packages, {received} of {size} MB', {
            done,
            of,
            received: (received / 1e6).toFixed(1),
            size: (size / 1e6).toFixed(1),
          }),
        ),
      onSetup: (step) => progress.update(t('root-step.setup', 'set up with {step}', { step })),
    })
  } finally {
    progress.done()
  }
}
