import { createMentionedReaders } from '../context/mentioned.ts'
import { findMentions } from '../context/mentions.ts'
import { getSkill } from './find-skill.ts'
import type { Skill, SkillDiagnostic, SkillText } from './skill.ts'
import { createFindMissing } from './skill-availability.ts'
import { openSkillFiles, type SkillFiles } from './skill-files.ts'
import type { SkillRoot } from './skill-folders.ts'
import { createIndexes, isAlways, type SkillIndexOptions } from './skill-indexes.ts'
import { createSkillLoader, type LoadedSkills } from './skill-loader.ts'
import { createIsTrusted, rootsOf, type SkillsSettings } from './skill-settings.ts'
import { textOf, textsOf } from './skill-texts.ts'
import { createIsDisabled, createWrittenFiles } from './skill-trust.ts'
import { renderSystemPrompt } from './system-prompt.ts'

export interface SystemPromptOptions {
  /** Whether to include skills that belong in every prompt; true by default. */
  always?: boolean
  /** Whether to include the list of skills; true by default. */
  index?: boolean | SkillIndexOptions
  /** Names of skills, or of their apps, to include in full. */
  requested?: readonly string[]
  /** A message; the skills that it mentions are included in full. */
  message?: string
}

/** The skills that may be shown to an agent, always up to date with their folders. */
export interface Skills {
  /**
   * All skills: those of the workspace, then the user's, then the program's own; for duplicate names only the first.
   */
  list(): Promise<readonly Skill[]>
  /** Skills that belong in every prompt and whose requirements are met. */
  always(): Promise<SkillText[]>
  /**
   * The list for a prompt: names, descriptions and paths, shortened to fit its budget. `undefined` if there are no
   * skills.
   */
  index(options?: SkillIndexOptions): Promise<string | undefined>
  /** Skills that a message mentions as `@name`, by their own name or their app's, in order, at most 8. */
  mentioned(message: string): Promise<SkillText[]>
  /**
   * Returns skills by name. Throws `NotFoundError` `skill.unknown`, with the nearest names, and `ForbiddenError`
   * `skill.untrusted` for one that requires trust.
   */
  requested(names: readonly string[]): Promise<SkillText[]>
  /** Problems that prevent or impair the use of skills, including hidden ones. */
  diagnostics(): Promise<readonly SkillDiagnostic[]>
}

/** Skills as the other modules of the runtime use them. */
export interface OpenSkills extends Skills {
  /** Returns a skill by its name or its app's; throws like `requested`. */
  get(name: string): Promise<Skill>
  files: SkillFiles
  systemPrompt(options?: SystemPromptOptions): Promise<string>
  roots: readonly SkillRoot[]
}

const mostMentions = 8

export function openSkills(settings: SkillsSettings): OpenSkills {
  const { apps } = settings
  const roots = rootsOf(settings)
  const isTrusted = createIsTrusted(settings)
  const written = createWrittenFiles(settings)
  const load = createSkillLoader({
    ...settings,
    written,
    roots,
    isTrusted,
    isDisabled: createIsDisabled(settings.disabledSkills ?? []),
    findMissing: createFindMissing(settings),
  })
  const files = openSkillFiles({ written, isTrusted })
  const readerOf = createMentionedReaders()
  const indexOf = createIndexes()

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
    textsOf(skills.filter(isAlways), files, settings.onBug)

  return {
    files,
    roots,
    get: async (name) => getSkill(name, await load(), await apps.list()),
    list: async () => (await load()).skills,
    diagnostics: async () => (await load()).diagnostics,
    always: async () => alwaysOf(await load()),
    index: async (options) => indexOf(await load(), options),
    mentioned: mentionedIn,
    requested: requestedOf,
    async systemPrompt({ always = true, index = true, requested = [], message = '' } = {}) {
      const loaded = await load()
      const indexOptions = index === true ? {} : index
      return renderSystemPrompt({
        always: always ? await alwaysOf(loaded) : [],
        index: indexOptions === false ? undefined : indexOf(loaded, indexOptions, always),
        requested: await requestedOf(requested),
        mentioned: await mentionedIn(message),
      })
    },
  }
}
