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
import { createIsDisabled } from './skill-trust.ts'
import { renderSystemPrompt } from './system-prompt.ts'

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

/** Skills as the other modules of the runtime use them. */
export interface OpenSkills extends Skills {
  /** One by its name or its app's; throws as `requested` does. */
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
  const load = createSkillLoader({
    ...settings,
    roots,
    isTrusted,
    isDisabled: createIsDisabled(settings.disabledSkills ?? []),
    findMissing: createFindMissing(settings),
  })
  const files = openSkillFiles({ apps, isTrusted })
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
