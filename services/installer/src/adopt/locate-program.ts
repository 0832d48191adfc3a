import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, InstallMethod, type MethodOf, NotFoundError, t, UsageError } from '@cli-apps/core'
import { exists, findProgram, isExecutableFile, isInside, programArgv, whyGeneral } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** A program of this machine that a person wants to adopt. */
export interface LocatedProgram {
  /** Its file, as found. */
  file: string
  /** Absolute argv prefix. */
  argv: string[]
  /** How the manifest names it: by its path in the workspace, or as a name on PATH. */
  method: MethodOf<'adopted'>
}

type Place = Pick<CommandContext, 'workspace' | 'config' | 'cwd' | 'environment'>

/**
 * Finds an executable by its name on PATH or by its path. One in the workspace is named relative to it. Throws
 * `NotFoundError` `adopt.no-program`, `UsageError` `adopt.not-executable`, `adopt.elsewhere`, `adopt.own` or `adopt.bad-place`, and
 * `ForbiddenError` `app.general-program`.
 */
export async function locateProgram(
  word: string,
  context: Place,
  { allowGeneral }: { allowGeneral: boolean },
): Promise<LocatedProgram> {
  const { workspace, environment } = context
  const file = await fileOf(word, context)
  await refuseOwn(file, context)
  const argv = await programArgv(file, environment)
  const general = allowGeneral ? undefined : await whyGeneral(file, environment.PATH)
  if (general !== undefined) throw generalProgram(word, general)
  if (isInside(workspace.root, file)) {
    const place = path.relative(workspace.root, file).split(path.sep).join('/')
    return { file, argv, method: writable({ method: 'adopted', path: place }) }
  }
  const detect = path.basename(file)
  const found = await findProgram(detect, environment)
  if (found === undefined || (await realpath(found)) !== (await realpath(file))) throw elsewhere(file)
  return {
    file: found,
    argv: await programArgv(found, environment),
    method: writable({ method: 'adopted', detect }),
  }
}

/** Requires that a manifest may name the program so, and people read the name as it is. */
function writable(method: MethodOf<'adopted'>): MethodOf<'adopted'> {
  const place = 'path' in method ? method.path : method.detect
  if (InstallMethod.safeParse(method).success && !/[\p{Cc}\p{Cf}]/u.test(place)) return method
  throw new UsageError(
    'adopt.bad-place',
    t('adopt.bad-place', 'A manifest cannot name the program {place}.', { place: JSON.stringify(place) }),
    { hint: t('adopt.bad-place.hint', 'Give it a short name of letters, digits, dots and hyphens.') },
  )
}

async function fileOf(word: string, { cwd, environment }: Place): Promise<string> {
  const isPath = word.includes('/') || word.includes(path.sep)
  const file = isPath ? path.resolve(cwd, word) : await findProgram(word, environment)
  if (file !== undefined && (await isExecutableFile(file))) return file
  const isHere = !isPath && word !== '' && (await isExecutableFile(path.join(cwd, word)))
  if (file === undefined || !(await exists(file)))
    throw new NotFoundError(
      'adopt.no-program',
      t('adopt.no-program', 'Program not found: {word}.', { word: JSON.stringify(word) }),
      {
        hint: isHere
          ? t('adopt.no-program.hint.here', 'To adopt the file in this folder, run: {cli} adopt ./{word}', {
              word,
            })
          : t('adopt.no-program.hint', 'Name a program on PATH, or the path of one in this workspace.'),
      },
    )
  const isFolder = (await stat(file)).isDirectory()
  throw new UsageError(
    'adopt.not-executable',
    isFolder
      ? t('adopt.not-executable.folder', '{file} is a folder, not a program.', { file })
      : t('adopt.not-executable', '{file} is not executable.', { file }),
    {
      hint: isFolder
        ? t('adopt.not-executable.folder.hint', 'Name the program in it.')
        : t('adopt.not-executable.hint', 'If it is a program, run: chmod +x {file}', { file }),
    },
  )
}

/** Shims and programs of the store are of apps that are installed already. */
async function refuseOwn(file: string, { workspace, config }: Place): Promise<void> {
  const places = [file, await realpath(file)]
  if (!places.some((one) => isInside(workspace.state, one) || isInside(config.home, one))) return
  throw new UsageError('adopt.own', t('adopt.own', '{file} was installed by cli-apps.', { file }), {
    hint: t('adopt.own.hint', 'Install the app by its name instead: {cli} install NAME'),
  })
}

const generalProgram = (name: string, program: string): ForbiddenError =>
  new ForbiddenError(
    'app.general-program',
    t(
      'app.general-program.shell-interpreter-tool-runs',
      '{name} is {program}, a shell, an interpreter or a tool that runs other programs.',
      { name, program },
    ),
    {
      hint: t(
        'app.general-program.hint',
        'An agent that may run it may run anything. To allow that, pass --allow-general.',
      ),
    },
  )

const elsewhere = (file: string): UsageError =>
  new UsageError(
    'adopt.elsewhere',
    t('adopt.elsewhere', '{file} is neither in this workspace nor on PATH.', { file }),
    {
      hint: t(
        'adopt.elsewhere.hint',
        'Add its folder to PATH, or put the program into the workspace, so that others find it too.',
      ),
    },
  )
