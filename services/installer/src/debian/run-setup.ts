import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  CanceledError,
  type DebianClosure,
  IntegrityError,
  ProcessError,
  type SetupStep,
  t,
  UnsupportedError,
} from '@cli-apps/core'
import {
  type BubblewrapSandbox,
  findBubblewrap,
  isExecutableFile,
  joinOutput,
  markVariable,
  rootPath,
  runProcess,
} from '@cli-apps/core/node'
import type { BuildAttempt } from '../store/end-builders.ts'
import type { RootTree } from './root-tree.ts'
import { foldersOfSetup, setupCommand } from './setup-steps.ts'
import { fixedTime } from './write-root.ts'

export interface RunSetupOptions {
  root: string
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Its processes are marked with this attempt and noted before they begin. */
  attempt?: BuildAttempt | undefined
  onStep: (step: SetupStep) => void
}

const mostMs = 5 * 60_000

/** What a build made here, and not its packages, and what differs by machine. */
const uselessFolders = ['var/cache/ldconfig']

/**
 * Runs the setup steps of a closure in its root, one after another: no network, nothing of this machine, and of the root
 * only the folders of the step can be changed. Throws `UnsupportedError` `debian.no-sandbox`, `ProcessError`
 * `debian.setup-failed`, and `IntegrityError` `debian.setup-left` for anything but files that a step leaves.
 */
export async function runSetup(
  closure: DebianClosure,
  tree: RootTree,
  options: RunSetupOptions,
): Promise<void> {
  const { setup = [] } = closure
  if (setup.length === 0) return
  const { sandbox, reason } = await findBubblewrap(options.environment)
  if (sandbox === undefined)
    throw new UnsupportedError(
      'debian.no-sandbox',
      t('debian.no-sandbox', 'The setup of Debian programs needs bubblewrap: {reason}.', { reason }),
    )
  for (const step of setup) {
    options.onStep(step)
    await runStep(step, closure, { ...options, sandbox })
  }
  const { root } = options
  requirePlainFiles(root, foldersOfSetup(closure), tree)
  for (const folder of uselessFolders) await rm(path.join(root, folder), { recursive: true, force: true })
}

async function runStep(
  step: SetupStep,
  { architecture }: DebianClosure,
  { root, sandbox, signal, attempt }: RunSetupOptions & { sandbox: BubblewrapSandbox },
): Promise<void> {
  const { programs, args, writes } = setupCommand(step, architecture)
  const found = await Promise.all(programs.map((program) => isExecutableFile(path.join(root, program))))
  const program = programs.find((_one, index) => found[index])
  if (program === undefined)
    throw failed(
      step,
      t('debian.setup-missing', 'no package brings {programs}', { programs: programs.join(', ') }),
    )
  const result = await runProcess(setupArgv([`/${program}`, ...args], { root, writes, sandbox }), {
    cwd: '/',
    env: {
      PATH: rootPath,
      HOME: '/tmp',
      LANG: 'C.UTF-8',
      SOURCE_DATE_EPOCH: String(fixedTime),
      ...(attempt && { [markVariable]: attempt.mark }),
    },
    timeout: mostMs,
    signal,
    ...(attempt && { onStart: attempt.noteGroup, isHeld: true }),
  })
  if (result.canceled)
    throw new CanceledError('debian.canceled', t('debian.canceled', 'The setup of the root was interrupted.'))
  if (result.exitCode === 0) return
  const said = `${joinOutput(result.stdout)}\n${joinOutput(result.stderr)}`.trim().slice(-2000)
  const status = String(result.exitCode ?? result.signal)
  throw failed(step, t('debian.setup-status', 'exit status {status}: {said}', { status, said }))
}

/** Returns the argv that runs a command in a root, of which it can change only `writes`. */
function setupArgv(
  argv: readonly string[],
  { root, writes, sandbox }: { root: string; writes: readonly string[]; sandbox: BubblewrapSandbox },
): string[] {
  const real = realpathSync.native(root)
  return [
    sandbox.program,
    ...['--unshare-pid', '--unshare-ipc', '--unshare-net', '--die-with-parent'],
    ...(sandbox.needsUserNamespace ? ['--unshare-user'] : []),
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', real, '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...(sandbox.isRoot ? ['--remount-ro', '/proc'] : []),
    ...writes.flatMap((folder) => ['--bind', requireFolder(path.join(real, folder)), `/${folder}`]),
    ...['--chdir', '/', '--'],
    ...argv,
  ]
}

/** A link in its place would open another folder, whose files other apps share. */
function requireFolder(folder: string): string {
  if (lstatSync(folder).isDirectory() && realpathSync.native(folder) === folder) return folder
  throw new IntegrityError(
    'debian.conflict',
    t(
      'debian.conflict.no-folder',
      '{folder} is a link, and the setup of the root would change what it leads to.',
      {
        folder,
      },
    ),
  )
}

/** Of a file that runs as its owner or group, whoever starts it. */
const ownersMode = 0o6000

/** Steps make plain files and folders only; a link of theirs could lead anywhere. */
function requirePlainFiles(root: string, folders: readonly string[], tree: RootTree): void {
  const planned = new Map([...tree.entries()].map(([name, { kind }]) => [name, kind]))
  for (const folder of folders) {
    const children = readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    for (const child of children) {
      const name = path.relative(root, path.join(child.parentPath, child.name))
      if (child.isDirectory()) continue
      if (child.isFile() && (lstatSync(path.join(root, name)).mode & ownersMode) === 0) continue
      if (child.isSymbolicLink() && planned.get(name) === 'link') continue
      throw new IntegrityError(
        'debian.setup-left',
        t(
          'debian.setup-left',
          'The setup of the root left {name}, which is neither a plain file nor a folder.',
          { name },
        ),
        { hint: t('debian.setup-left.hint', 'It was not installed. Report it to the registry of the app.') },
      )
    }
  }
}

const failed = (step: SetupStep, reason: string): ProcessError =>
  new ProcessError(
    'debian.setup-failed',
    t('debian.setup-failed', 'Could not set up the root with {step}: {reason}', { step, reason }),
    {
      hint: t(
        'debian.setup-failed.hint',
        'Report it to the registry of the app, or choose another method with --method.',
      ),
    },
  )
