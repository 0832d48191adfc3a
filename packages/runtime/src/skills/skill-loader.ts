import path from 'node:path'
import { layoutAt, skillFile, toLine, umbrellaName } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'
import { createSlices } from '../turns/slices.ts'
import { createSkillReader, type ReadSkill } from './read-found-skill.ts'
import type { Skill, SkillDiagnostic } from './skill.ts'
import type { FindMissing } from './skill-availability.ts'
import { type FoundSkill, type FoundSkills, findSkillFolders, type SkillRoot } from './skill-folders.ts'
import { hintOf } from './skill-hints.ts'
import { appNameOf, appOfSkill, isAsWritten, type WrittenFiles } from './skill-trust.ts'
import { findSkillsBehind } from './skills-behind.ts'

/** The current skills of all folders. */
export interface LoadedSkills {
  /** By source, then by name; for duplicate names, the first source's. The same array as long as nothing changed. */
  skills: readonly Skill[]
  /** Names of workspace skills that are hidden until it is trusted. */
  hidden: readonly string[]
  diagnostics: readonly SkillDiagnostic[]
}

interface SkillLoaderOptions {
  workspace: Workspace
  apps: InstalledApps
  written: WrittenFiles
  /** In order of precedence. */
  roots: readonly SkillRoot[]
  isDisabled: (name: string) => boolean
  /** Whether the user may rely on workspace skills that the installer did not write. Called on each load. */
  isTrusted: () => Promise<boolean>
  findMissing: FindMissing
}

interface Look extends FoundSkills {
  root: SkillRoot
}

/** Interval for checking requirements again if nothing else changed, in milliseconds. */
const recheckMs = 1000

interface Known {
  /** Everything the checks saw, as one text. */
  seen: string
  installed: unknown
  at: number
  loaded: LoadedSkills
}

/** Checks all folders on each call, and reads what is new or changed. */
export function createSkillLoader(options: SkillLoaderOptions): () => Promise<LoadedSkills> {
  const read = createSkillReader()
  let known: Known | undefined
  return async () => {
    const isTrusted = await options.isTrusted()
    const installed = await options.apps.list()
    const looks = options.roots.map((root) => lookAt(root, installed, options.workspace))
    const seen = JSON.stringify([isTrusted, looks])
    const at = Date.now()
    if (known?.seen === seen && known.installed === installed && at - known.at < recheckMs)
      return known.loaded
    const loaded = await load(looks, options, { read, isTrusted })
    const isSame = known !== undefined && JSON.stringify(loaded) === JSON.stringify(known.loaded)
    known = { seen, installed, at, loaded: isSame && known ? known.loaded : loaded }
    return known.loaded
  }
}

/** The skills in a root; in that of the workspace also those behind the skill for all apps. */
function lookAt(root: SkillRoot, installed: readonly InstalledApp[], workspace: Workspace): Look {
  const look = { root, ...findSkillFolders(root) }
  const behind = root.source === 'workspace' ? findSkillsBehind(installed, workspace) : []
  return { ...look, skills: [...look.skills, ...behind] }
}

interface LoadContext {
  read: (found: FoundSkill, realRoot: string) => Promise<ReadSkill>
  isTrusted: boolean
}

async function load(
  looks: readonly Look[],
  options: SkillLoaderOptions,
  context: LoadContext,
): Promise<LoadedSkills> {
  const skills = new Map<string, Skill>()
  const diagnostics: SkillDiagnostic[] = []
  const hidden: string[] = []
  const slices = createSlices()
  for (const look of looks) {
    const { root } = look
    const tell = (place: string, { code, message }: { code: string; message: string }): void => {
      const { source, path: file } = describe(root, place, options.workspace)
      diagnostics.push({ code, source, path: toLine(file, 500), message, hint: hintOf(code) })
    }
    for (const { name, ...problem } of look.problems) tell(name === '' ? '' : `${name}/${skillFile}`, problem)
    // Tools name all apps already. One that the installer did not write is a skill like others.
    const isListed = root.source === 'workspace' && (await options.written(umbrellaName)) !== undefined
    const enabled = look.skills.filter(
      ({ name }) => !options.isDisabled(name) && !(isListed && name === umbrellaName),
    )
    for (const found of enabled) {
      if (slices.due()) await slices.pause()
      const { name, problems, isHidden, skill } = await judge(found, look, options, context)
      for (const problem of problems) tell(found.place, problem)
      if (isHidden) hidden.push(name)
      const key = name.normalize('NFC').toLowerCase()
      if (skill !== undefined && !skills.has(key)) skills.set(key, skill)
    }
  }
  return { skills: [...skills.values()], hidden, diagnostics }
}

interface Candidate {
  name: string
  problems: { code: string; message: string }[]
  isHidden?: boolean
  /** Absent if it cannot be used. */
  skill?: Skill
}

/** Reads one skill and, in an untrusted workspace, verifies that the installer wrote it. */
async function judge(
  found: FoundSkill,
  { root, real }: Look,
  { apps, written, workspace, findMissing }: SkillLoaderOptions,
  { read, isTrusted }: LoadContext,
): Promise<Candidate> {
  const { name } = found
  const app = await appOfSkill(name, apps)
  const isProven = root.source !== 'workspace' || isTrusted
  // Cannot be the installer's, so it is not even read.
  const files = isProven ? undefined : await written(name)
  if (!isProven && files === undefined) return hiddenSkill(name, 'It came with the folder.')
  const parsed = await read(found, real)
  if ('refused' in parsed) return { name, problems: [parsed.refused] }
  if (!isProven && !isAsWritten(files, { place: `skills/${found.place}`, digest: parsed.digest }))
    return hiddenSkill(name, 'Its files changed after the install.')
  const { description, always, requires, problems } = parsed
  const reason = await findMissing(requires)
  const appName = appNameOf(name)
  const isBehind = layoutAt(`/${found.place}`) === 'umbrella'
  const skill: Skill = {
    name,
    description,
    source: root.source,
    path: describe(root, found.place, workspace).path,
    folder: isBehind ? found.file.slice(0, -'.md'.length) : path.dirname(found.file),
    ...(isBehind && { isBehind }),
    ...(app !== undefined && appName !== undefined && { app: appName }),
    always,
    available: reason === undefined,
    ...(reason !== undefined && { reason }),
  }
  return { name, problems, skill }
}

const hiddenSkill = (name: string, message: string): Candidate => ({
  name,
  problems: [{ code: 'skill.untrusted', message }],
  isHidden: true,
})

/** Names a file in a root; the root itself without one. */
function describe(
  { source, folder }: SkillRoot,
  place: string,
  workspace: Workspace,
): Pick<SkillDiagnostic, 'source' | 'path'> {
  const file = path.join(folder, place)
  const shown = source === 'workspace' ? path.relative(workspace.root, file) : file
  return { source, path: shown.split(path.sep).join('/') }
}
