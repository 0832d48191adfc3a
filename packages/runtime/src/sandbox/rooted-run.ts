import { type RunRecord, t, UnsupportedError } from '@cli-apps/core'
import {
  appRootFolder,
  findBubblewrap,
  type OpenRoot,
  readAppRoot,
  rootPath,
  type Sandbox,
  type SandboxPolicy,
} from '@cli-apps/core/node'
import type { Confinement } from './confinement.ts'

/*
 * Runs of programs that bring their own system. Bubblewrap assembles it also where nothing is to be isolated.
 */

type Environment = Readonly<Record<string, string>>
type Rooted = Pick<RunRecord, 'name' | 'method' | 'store'>

/** What a run without a sandbox is like. Throws `UnsupportedError` `sandbox.no-root`. */
export async function runUnconfined(
  record: Rooted,
  { environment, places }: { environment: Environment; places: readonly string[] },
): Promise<{ confinement: Confinement & { kind: 'none' }; environment: Environment; lacking: [] }> {
  const folder = appRootFolder(record)
  if (folder === undefined) return { confinement: { kind: 'none' }, environment, lacking: [] }
  const { sandbox, reason } = await findBubblewrap({ ...environment })
  if (sandbox === undefined) throw noRoot(record, reason)
  const root: OpenRoot = { program: sandbox.program, root: readAppRoot(folder, places), places }
  return {
    confinement: { kind: 'none', root },
    environment: { ...environment, PATH: rootPath },
    lacking: [],
  }
}

/** The root of a program for a policy that is decided otherwise, and the environment in it; nothing for other programs. */
export function rootOf(
  record: Rooted,
  { sandbox, places }: { sandbox: Sandbox; places: readonly string[] },
): { policy: Pick<SandboxPolicy, 'root'>; environment: Environment } {
  const folder = appRootFolder(record)
  if (folder === undefined) return { policy: {}, environment: {} }
  if (sandbox.kind !== 'bubblewrap')
    throw noRoot(record, t('rooted-run.kind', 'the sandbox {kind} cannot', { kind: sandbox.kind }))
  return { policy: { root: readAppRoot(folder, places) }, environment: { PATH: rootPath } }
}

const noRoot = ({ name }: Rooted, reason: string): UnsupportedError =>
  new UnsupportedError(
    'sandbox.no-root',
    t('sandbox.no-root', '{name} brings its own system, which only bubblewrap can assemble: {reason}.', {
      name,
      reason: reason.replace(/\.$/, ''),
    }),
    {
      hint: t(
        'sandbox.no-root.hint',
        'Install bubblewrap (apt-get install bubblewrap), or install the app by another method: {cli} info {name} lists them.',
        { name },
      ),
    },
  )
