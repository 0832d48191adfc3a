import * as z from 'zod'
import { t } from '../messages/t.ts'
import type { CallStyle } from './skill-facts.ts'

const names = [
  'howToCall',
  'howToCallText',
  'howToCallShell',
  'howToCallProgram',
  'otherProgramsCall',
  'otherProgramsShell',
  'otherPrograms',
  'seeHelp',
  'bareSession',
  'bareStdin',
  'bareStdinShell',
  'bareStdinProgram',
  'bareWindow',
  'needs',
  'account',
  'programs',
  'access',
  'decideFirst',
  'situation',
  'use',
  'recipes',
  'reading',
  'changing',
  'recipeWrites',
  'recipeAsks',
  'recipeNeeds',
  'needsNetwork',
  'needsAccount',
  'needsServer',
  'needsDisplay',
  'needsInput',
  'needsProject',
  'needsNothing',
  'ranHere',
  'notRunHere',
  'recipeValues',
  'recipesUsual',
  'playbookDescription',
  'playbookApps',
  'playbookCalls',
  'playbookValues',
  'playbookFiles',
  'playbookWrites',
  'playbookEnds',
  'umbrellaDescription',
  'umbrellaTitle',
  'umbrellaFind',
  'umbrellaCall',
  'umbrellaCallShell',
  'umbrellaOthers',
  'umbrellaOthersShell',
  'umbrellaApps',
  'umbrellaFiles',
  'input',
  'jsonFirst',
  'jsonFirstShell',
  'jsonLast',
  'jsonLastShell',
  'jsonEverywhere',
  'jsonIn',
  'whenToUse',
  'instead',
  'insteadItem',
  'installed',
  'describesVersion',
  'versionDiffers',
  'versionUnknown',
  'commands',
  'options',
  'moreCommands',
  'moreOptions',
  'optionsOfProgram',
  'sharedOptions',
  'sharedBy',
  'partlyRead',
  'whatChanges',
  'destroys',
  'changes',
  'reads',
  'notListed',
  'allOthers',
  'moreInNotes',
  'fixes',
  'fix',
  'signIn',
  'accessBy',
  'orAccessBy',
  'goodToKnow',
  'references',
  'documentation',
  'homepage',
  'required',
  'optional',
  'secret',
  'defaultValue',
  'fromEnvironment',
  'oneOf',
  'prints',
  'includes',
  'repeatable',
  'negated',
  'alias',
  'deprecated',
  'marks',
  'comma',
  'semicolon',
  'colon',
  'space',
  'sentence',
  'more',
  'startedWith',
  'checkedWith',
  'note',
  'alsoTakes',
  'alsoTakesAll',
  'examples',
  'continued',
  'useWhen',
  'alsoCalled',
  'keywords',
  'compatibility',
  'compatibilityShell',
  'compatibilityProgram',
  'compatibilityAbsent',
  'programOptions',
  'programOptionsFrom',
  'oneCommandEach',
  'fromTo',
  'indexOf',
  'moreNotes',
  'notesAbout',
] as const

const text = z
  .string()
  .max(400)
  .regex(/^[^\n\r]*$/, { error: () => t('skill-words.one-line', 'must be one line') })

/**
 * The fixed phrases of a skill in one language, from `templates/<language>/words.json`. `{name}` is replaced by a
 * value; templates/README.md lists the values.
 */
export const SkillWords = z.record(z.enum(names), text)
export type SkillWords = z.infer<typeof SkillWords>

/** The phrases about calls as they are for a shell. */
const shellWords = (words: SkillWords): SkillWords => ({
  ...words,
  howToCallText: words.howToCallShell,
  otherProgramsCall: words.otherProgramsShell,
  bareStdin: words.bareStdinShell,
  umbrellaCall: words.umbrellaCallShell,
  umbrellaOthers: words.umbrellaOthersShell,
  jsonFirst: words.jsonFirstShell,
  jsonLast: words.jsonLastShell,
  compatibility: words.compatibilityShell,
})

/** The phrases about calls in a style. */
export function styledWords(words: SkillWords, style: CallStyle | undefined): SkillWords {
  if (style === undefined || style === 'tool') return words
  const forShell = shellWords(words)
  if (style === 'shell') return forShell
  return {
    ...forShell,
    howToCallText: words.howToCallProgram,
    bareStdin: words.bareStdinProgram,
    compatibility: words.compatibilityProgram,
  }
}

/** A list that replaces some of the phrases. */
export const SomeWords = z.partialRecord(z.enum(names), text)

/** Fills in the values; a placeholder without a value stays unchanged. */
export const fillWords = (words: string, values: Readonly<Record<string, unknown>> = {}): string =>
  words.replace(/\{(\w{1,40})\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : all,
  )
