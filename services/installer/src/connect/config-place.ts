import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { IntegrityError, InvalidError, t } from '@cli-apps/core'
import { exists, isInside, isMissing, openRegular, userHome, type Workspace } from '@cli-apps/core/node'
import { projectServerFiles, type ServerFile } from '../agents/agent-servers.ts'
import { placeOf } from '../workspace/place.ts'

/** Where servers are registered: for one project, or for everything that the user does. */
export type ConnectScope =
  | { kind: 'project'; workspace: Workspace }
  | { kind: 'user'; environment: NodeJS.ProcessEnv; cwd: string }

/** A configuration file of this machine. */
export interface ConfigPlace {
  /** As it is recorded: relative to the workspace with slashes, or absolute. */
  name: string
  /** The file itself, with no link in its name. */
  target: string
  /** Its text without a byte order mark; `undefined` if it does not exist. */
  text: string | undefined
  hasMark: boolean
}

/** Above what agents write: one keeps its history in the file. */
const mostBytes = 16 * 2 ** 20

const mark = '\uFEFF'

/**
 * Finds and reads the configuration file of an agent. Throws `IntegrityError` for a file of a project that is a link to
 * elsewhere, and `InvalidError` `connect.not-text` for one that is not UTF-8.
 */
export async function readPlace(file: ServerFile, scope: ConnectScope): Promise<ConfigPlace> {
  const candidates = file.paths.map((one) =>
    scope.kind === 'project' ? path.join(scope.workspace.root, one) : userPath(one, file, scope.environment),
  )
  const there = await Promise.all(candidates.map((one) => exists(one)))
  const chosen = candidates[Math.max(0, there.indexOf(true))] ?? ''
  const place = scope.kind === 'project' ? await inProject(chosen, scope.workspace) : await ofUser(chosen)
  return { ...place, ...(await readConfig(place.target)) }
}

/** Reads a configuration file again, by the name that was recorded. */
export async function readNamedPlace(name: string, scope: ConnectScope): Promise<ConfigPlace> {
  const place =
    scope.kind === 'project'
      ? await inProject(path.join(scope.workspace.root, name), scope.workspace)
      : await ofUser(name)
  return { ...place, ...(await readConfig(place.target)) }
}

/** The whole text as it is written to the file. */
export const fileText = ({ hasMark }: Pick<ConfigPlace, 'hasMark'>, text: string): string =>
  hasMark ? mark + text : text

async function inProject(file: string, workspace: Workspace): Promise<Pick<ConfigPlace, 'name' | 'target'>> {
  const nameOf = (one: string): string => path.relative(workspace.root, one).split(path.sep).join('/')
  const target = await placeOf(workspace, nameOf(file))
  if (!(await isLink(target))) return { name: nameOf(target), target }
  const root = await realpath(workspace.root)
  const real = await realpath(target)
  const name = path.relative(root, real).split(path.sep).join('/')
  if (isInside(root, real) && projectServerFiles.includes(name))
    return { name, target: path.join(workspace.root, name) }
  throw new IntegrityError(
    'connect.link',
    t('connect.link', '{file} is a link to {real}, which is not edited for this project.', { file, real }),
    {
      hint: t('connect.link.hint', 'Replace the link with a file, or pass --user. Nothing was changed.'),
      details: { file },
    },
  )
}

/** People keep their settings elsewhere and link to them, so that the file behind a link is edited. */
async function ofUser(file: string): Promise<Pick<ConfigPlace, 'name' | 'target'>> {
  return { name: file, target: (await isLink(file)) ? await realpath(file) : file }
}

const isLink = (file: string): Promise<boolean> =>
  lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )

function userPath(
  file: string,
  { fileVariable, folderVariable }: ServerFile,
  environment: NodeJS.ProcessEnv,
): string {
  const home = userHome(environment)
  const named = fileVariable && environment[fileVariable]
  if (named) return inHome(named, home)
  const folder = folderVariable && environment[folderVariable]
  if (folder) return path.join(inHome(folder, home), path.basename(file))
  const roaming = environment.APPDATA || path.join(home, 'AppData', 'Roaming')
  const config = environment.XDG_CONFIG_HOME || path.join(home, '.config')
  const support = { win32: roaming, darwin: path.join(home, 'Library', 'Application Support') }[
    process.platform as 'win32' | 'darwin'
  ]
  const folders = { '~': home, '<config>': config, '<support>': support ?? config }
  const [top = '', ...rest] = file.split('/')
  return path.join(folders[top as keyof typeof folders] ?? top, ...rest)
}

/** Agents take `~` in their own variables for the home folder. */
const inHome = (file: string, home: string): string => file.replace(/^~(?=[\\/]|$)/, () => home)

async function readConfig(target: string): Promise<Pick<ConfigPlace, 'text' | 'hasMark'>> {
  try {
    await using handle = await openRegular(target, mostBytes)
    const bytes = await handle.readFile()
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const hasMark = text.startsWith(mark)
    return { text: hasMark ? text.slice(1) : text, hasMark }
  } catch (error) {
    if (isMissing(error)) return { text: undefined, hasMark: false }
    if (!(error instanceof TypeError)) throw error
    throw new InvalidError(
      'connect.not-text',
      t('connect.not-text', '{file} is not UTF-8.', { file: target }),
      {
        hint: t('connect.not-text.hint', 'Save it as UTF-8 and try again. Nothing was changed.'),
        details: { file: target },
        cause: error,
      },
    )
  }
}

/** The permissions of a file that is replaced. */
export const modeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  )
