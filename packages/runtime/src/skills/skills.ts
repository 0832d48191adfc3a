import path from 'node:path'
import { userSkillsFolder, type Workspace } from '@cli-apps/core/node'
import { createMentionedReaders } from '../context/mentioned.ts'
import { findMentions } from '../context/mentions.ts'
import type { InstalledApps } from '../installed-apps.ts'
import type { RuntimeOptions } from '../options.ts'
import { getSkill } from './find-skill.ts'
import type { Skill, SkillDiagnostic, SkillText } from './skill.ts'
import { createFindMissing } from './skill-availability.ts'
import { openSkillFiles, type SkillFiles } from './skill-files.ts'
import { type SkillRoot, skillFile } from './skill-folders.ts'
import { renderSkillIndex } from './skill-index.ts'
import { createSkillLoader, type LoadedSkills } from './skill-loader.ts'
import { createIsDisabled } from './skill-trust.ts'
import { renderSystemPrompt } from './system-prompt.ts'

export interface SkillIndexOptions {
  /** What the index may take; 1,500 when absent, at least 200. */
  tokens?: number
}

export interface SystemPromptOptions {
  /** Skills that ask to be in every prompt; true when absent. */
  always?: boolean
  /** The list of skills; true when absent. */
  index?: boolean | SkillIndexOptions
  /** Names of skills, or of the apps that they are about, to give in full. */
  requested?: readonly string[]
  /** A message: skills that it mentions are given in full. */
  message?: string
}

/** The skills that an agent may be shown, always as their folders are now. */
export interface Skills {
  /** All of them: those of the workspace, then the user's, then the program's own; of one name only the first. */
  list(): Promise<readonly Skill[]>
  /** Those that ask to be in every prompt and lack nothing. */
  always(): Promise<SkillText[]>
  /** The list for a prompt: names, descriptions and paths, shortened to fit its budget. `undefined` when there is no skill. */
  index(options?: SkillIndexOptions): Promise<string | undefined>
  /** Those that a message mentions as `@name`, by their own name or their app's, in order, at most 8. */
  mentioned(message: string): Promise<SkillText[]>
  /**
   * Those of these names. Throws `NotFoundError` `skill.unknown`, with the nearest names, and `ForbiddenError`
   * `skill.untrusted` for one that waits for trust.
   */
  requested(names: readonly string[]): Promise<SkillText[]>
  /** What keeps skills from being used, or from being used well; hidden ones too. */
  diagnostics(): Promise<readonly SkillDiagnostic[]>
}

/** Skills as the rooms of the runtime use them. */
export interface OpenSkills extends Skills {
  /** One by its name or its app's; throws as `requested` does. */
  get(name: string): Promise<Skill>
  files: SkillFiles
  systemPrompt(options?: SystemPromptOptions): Promise<string>
  roots: readonly SkillRoot[]
}

export interface SkillsSettings {
  workspace: Workspace
  apps: InstalledApps
  environment: Readonly<Record<string, string | undefined>>
  /** As `RuntimeOptions` has them. */
  builtInSkills?: readonly string[] | undefined
  userSkills?: boolean | undefined
  disabledSkills?: readonly string[] | undefined
  trustWorkspace?: RuntimeOptions['trustWorkspace']
  onBug: (error: unknown) => void
}

/** Characters of one skill in a prompt; the rest is read by pages. */
const longestText = 40_000
const mostMentions = 8

export function openSkills(settings: SkillsSettings): OpenSkills {
  const { apps } = settings
  const roots = rootsOf(settings)
  const isTrusted = createIsTrusted(settings)
  const load = createSkillLoader({
    ...settings,
    roots,
    isTrusted,
    isDisabled: createIsDisabled(settings.disabledSkills ?? []),
    findMissing: createFindMissing(settings),
  })
  const files = openSkillFiles({ apps, isTrusted })
  const readerOf = createMentionedReaders()

  async function mentionedIn(message: string): Promise<SkillText[]> {
    const [{ skills }, installed] = await Promise.all([load(), apps.list()])
    const found = findMentions(message, readerOf(installed, skills), mostMentions).flatMap(({ skill }) =>
      skill === undefined ? [] : [skill],
    )
    return textsOf(found, files, settings.onBug)
  }

  async function requestedOf(names: readonly string[]): Promise<SkillText[]> {
    const [loaded, installed] = await Promise.all([load(), apps.list()])
    const found = new Set(names.map((name) => getSkill(name, loaded, installed)))
    return Promise.all([...found].map((skill) => textOf(skill, files)))
  }

  const alwaysOf = ({ skills }: LoadedSkills): Promise<SkillText[]> =>
    textsOf(
      skills.filter(({ always, available }) => always && available),
      files,
      settings.onBug,
    )

  return {
    files,
    roots,
    get: async (name) => getSkill(name, await load(), await apps.list()),
    list: async () => (await load()).skills,
    diagnostics: async () => (await load()).diagnostics,
    always: async () => alwaysOf(await load()),
    index: async (options) => renderSkillIndex(await load(), tokensOf(options)),
    mentioned: mentionedIn,
    requested: requestedOf,
    async systemPrompt({
      always: wantsAlways = true,
      index: indexed = true,
      requested = [],
      message = '',
    } = {}) {
      const loaded = await load()
      const always = wantsAlways ? await alwaysOf(loaded) : []
      const isShown = new Set(always.map(({ name }) => name))
      const rest = { ...loaded, skills: loaded.skills.filter(({ name }) => !isShown.has(name)) }
      return renderSystemPrompt({
        always,
        index:
          indexed === false ? undefined : renderSkillIndex(rest, tokensOf(indexed === true ? {} : indexed)),
        requested: await requestedOf(requested),
        mentioned: await mentionedIn(message),
      })
    },
  }
}

const tokensOf = ({ tokens = 1500 }: SkillIndexOptions = {}): number => Math.max(200, tokens)

const rootsOf = ({
  workspace,
  environment,
  builtInSkills = [],
  userSkills = true,
}: SkillsSettings): SkillRoot[] => [
  { source: 'workspace', folder: workspace.skills, within: workspace.root },
  ...(userSkills ? [{ source: 'user' as const, folder: userSkillsFolder(environment) }] : []),
  ...builtInSkills.map((folder) => ({ source: 'built-in' as const, folder: path.resolve(folder) })),
]

/** What cannot be asked is not trusted. */
function createIsTrusted({
  trustWorkspace: trust = false,
  workspace,
  onBug,
}: SkillsSettings): () => Promise<boolean> {
  return async () => {
    try {
      return (typeof trust === 'function' ? await trust(workspace.root) : trust) === true
    } catch (error) {
      onBug(error)
      return false
    }
  }
}

/** A skill that went in between is left out. */
async function textsOf(
  skills: readonly Skill[],
  files: SkillFiles,
  onBug: (error: unknown) => void,
): Promise<SkillText[]> {
  const texts = skills.map((skill) => textOf(skill, files).catch(onBug))
  return (await Promise.all(texts)).filter((text) => text !== undefined)
}

async function textOf(skill: Skill, files: SkillFiles): Promise<SkillText> {
  const { readFrontMatter } = await import('@cli-apps/core/skill/front-matter')
  const whole = await files.read(skill, skillFile)
  const { body } = readFrontMatter(whole)
  const text = body.trim()
  if (text.length <= longestText) return { ...skill, text }
  const call = JSON.stringify({ name: skill.name, offset: whole.indexOf(text) + longestText })
  const rest = `[${text.length - longestText} more characters: read_skill ${call}]`
  return { ...skill, text: `${text.slice(0, longestText).toWellFormed()}\n\n${rest}` }
}
