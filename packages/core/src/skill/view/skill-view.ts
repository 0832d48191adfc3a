import type { CommandNode } from '@cli-apps/help/command-tree'
import type { AppManifest, AppProgram } from '../../manifest/manifest.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { gotchaText } from '../../manifest/skill/skill-advice.ts'
import type { InstalledVersion } from '../../manifest/version/installed-version.ts'
import { argsJson } from '../call-json.ts'
import { shortList } from '../command-lines.ts'
import { findJsonOption } from '../find-json-option.ts'
import { fitLines } from '../fit-lines.ts'
import type { Block } from '../pack-files.ts'
import { codeSpan, safeLine, safeProse } from '../safe-text.ts'
import { shellArgs, styledCall } from '../shell-call.ts'
import type { CallStyle, SkillFacts } from '../skill-facts.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import { advice, symptomText } from './advice.ts'
import { type EffectLines, effectLines } from './effect-lines.ts'
import type { FitSection, Overflow } from './overflow.ts'
import { type RecipeGroup, recipeGroups } from './recipe-groups.ts'
import { requirementLines } from './requirement-lines.ts'

/** The manifest as templates see it. Every text is already safe Markdown, so templates print it unescaped. */
export interface SkillView {
  title: string
  name: string
  entryPoint: string
  isInstalled: boolean
  /** The version of the installed program, where it is not the entry's. */
  version: string
  /** What version the calls and options are of, where it is not the entry's and nothing tells the installed one. */
  describes: string
  summary: string
  description: string
  useWhen: string
  /** Neighboring tasks with the app that does them better. */
  instead: string
  installCommand: string
  firstCall: string
  json: { args: string; isFirst: boolean } | null
  /** How to get JSON output according to the program's help, unless the manifest says so. */
  helpJson: { option: string; commands: string } | null
  /** What a call without arguments does, unless it prints help. */
  bare: string
  needs: string[]
  choices: { rows: Choice[]; isTable: boolean }
  /** What holds for all recipes; may be empty. */
  recipeNote: string
  recipeGroups: RecipeGroup[]
  /** The other programs of the app. */
  others: { lines: string[]; example: string }
  effects: EffectLines
  fixes: string[]
  gotchas: string[]
  homepage: string
  docs: string
}

interface Choice {
  situation: string
  use: string
}

interface ViewOptions {
  facts: Pick<SkillFacts, 'calls' | 'manifest' | 'installed' | 'tried'>
  tree: CommandNode | undefined
  words: SkillWords
  /** Factor for each section's token budget, 0 to 1. */
  scale: number
}

interface ViewResult {
  view: SkillView
  /** What exceeds a section's budget, for references. */
  notes: Block[]
  /** The recipes that the view shows. */
  recipes: Recipe[]
}

/** Converts the facts about an app to template data. */
export function skillView({ facts, tree, words, scale }: ViewOptions): ViewResult {
  const { manifest, installed, tried = [] } = facts
  const notes: Block[] = []
  const overflow: Overflow = (subject, texts) => {
    for (const text of texts) notes.push({ subject, heading: subject, text })
  }
  const fit: FitSection = (subject, lines, tokens) => {
    const { shown, rest } = fitLines(lines, tokens * scale)
    overflow(
      subject,
      rest.map((line) => `- ${line}`),
    )
    return shown
  }
  const { skill } = manifest
  const { groups, note, shown } = recipeGroups(
    manifest,
    { tree, words, tried, scale, calls: facts.calls },
    overflow,
  )
  const view: SkillView = {
    title: safeProse(manifest.display_name, 60),
    name: manifest.name,
    entryPoint: manifest.entry_point,
    isInstalled: installed !== undefined,
    version: versionOf(installed?.version, words),
    describes: installed?.version === undefined ? describedVersion(manifest, words) : '',
    summary: safeProse(manifest.summary, 120),
    description: manifest.description === manifest.summary ? '' : safeProse(manifest.description, 700),
    useWhen: safeProse(skill?.use_when ?? '', 400),
    instead: insteadOf(skill?.instead ?? [], words),
    installCommand: `npx cli-apps install ${manifest.name}`,
    ...callingOf(manifest, { tree, words, calls: facts.calls }),
    needs: requirementLines(manifest, words, fit),
    choices: choicesOf(skill?.choose ?? [], words, fit),
    recipeNote: note,
    recipeGroups: groups,
    others: otherPrograms(manifest, { shown, words, fit, calls: facts.calls }),
    effects: effectLines({ manifest, tree, words, scale }, overflow),
    fixes: fit(
      words.fixes,
      (skill?.fixes ?? []).map(({ symptom, fix }) =>
        fillWords(words.fix, { symptom: symptomText(symptom, 300), fix: advice(fix, 320) }),
      ),
      420,
    ),
    gotchas: fit(
      words.goodToKnow,
      (skill?.gotchas ?? []).map((gotcha) => advice(gotchaText(gotcha), 320)),
      350,
    ),
    homepage: safeLine(manifest.homepage ?? '', 2000),
    docs: safeLine(manifest.docs ?? '', 2000),
  }
  return { view, notes, recipes: shown }
}

const bareWords = { session: 'bareSession', stdin: 'bareStdin', window: 'bareWindow' } as const

/** How a call without arguments and one with JSON output behave. */
function callingOf(
  manifest: AppManifest,
  { tree, words, calls }: { tree: CommandNode | undefined; words: SkillWords; calls: CallStyle | undefined },
): Pick<SkillView, 'firstCall' | 'json' | 'helpJson' | 'bare'> {
  const { run } = manifest
  const found = run?.json === undefined && tree !== undefined ? findJsonOption(tree) : undefined
  return {
    firstCall: styledCall(calls, manifest, { args: run?.help ?? ['--help'] }),
    json:
      run?.json === undefined
        ? null
        : {
            args: codeSpan(
              (calls === undefined || calls === 'tool' ? argsJson : shellArgs)(run.json.args),
              400,
            ),
            isFirst: run.json.position === 'first',
          },
    helpJson:
      found === undefined
        ? null
        : { option: codeSpan(found.text, 80), commands: shortList(found.commands, 8, words) },
    bare: run?.bare === undefined ? '' : words[bareWords[run.bare]],
  }
}

function versionOf(installed: InstalledVersion | undefined, words: SkillWords): string {
  if (installed === undefined || installed.isOfEntry) return ''
  const { version, origin, entry } = installed
  const shown = version === null ? words.versionUnknown : safeLine(version, 100)
  return fillWords(words.versionDiffers, { version: shown, origin: safeLine(origin, 40), entry })
}

/** The skill of an app that is not installed has the options of the program that the catalog read. */
const describedVersion = (
  { version, program_version: program = version, commands_version: described }: AppManifest,
  words: SkillWords,
): string =>
  described === undefined
    ? ''
    : fillWords(words.describesVersion, {
        version: described,
        entry: safeLine(program.replace(/\+\d+$/, ''), 60),
      })

const insteadOf = (
  items: NonNullable<NonNullable<AppManifest['skill']>['instead']>,
  words: SkillWords,
): string =>
  items
    .map(({ task, app }) =>
      fillWords(words.insteadItem, { task: safeProse(task, 120), app: codeSpan(app, 80) }),
    )
    .join(words.semicolon)

/** A cell of a table would need a backslash before a bar, which a reader could take for a part of the call. */
function choicesOf(
  choices: NonNullable<NonNullable<AppManifest['skill']>['choose']>,
  words: SkillWords,
  fit: FitSection,
): SkillView['choices'] {
  const all = choices.map(({ situation, use }) => ({
    situation: advice(situation, 180),
    use: advice(use, 320),
  }))
  const lines = fit(
    words.decideFirst,
    all.map(({ situation, use }) => `${situation}${words.colon}${use}`),
    400,
  )
  const rows = all.slice(0, lines.length)
  return { rows, isTable: !rows.some(({ situation, use }) => (situation + use).includes('|')) }
}

/** The other programs of the app, each with what it does, and a call of the first unless a recipe shows one. */
function otherPrograms(
  manifest: AppManifest,
  {
    shown,
    words,
    fit,
    calls,
  }: { shown: readonly Recipe[]; words: SkillWords; fit: FitSection; calls: CallStyle | undefined },
): SkillView['others'] {
  const { programs = [] } = manifest
  const isCalled = shown.some(({ call }) => call.program !== undefined)
  const first = isCalled ? undefined : programs[0]
  const line = (program: AppProgram): string =>
    `${codeSpan(program.name, 110)}${words.colon}${safeProse(program.summary, 120)}`
  return {
    lines: fit(words.otherPrograms, programs.map(line), 400),
    example:
      first === undefined ? '' : styledCall(calls, manifest, { args: ['--help'], program: first.name }),
  }
}
