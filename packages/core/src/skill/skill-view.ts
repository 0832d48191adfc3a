import type { CommandNode } from '@cli-apps/help/command-tree'
import type { AppManifest, AppProgram, EffectEntry } from '../manifest/manifest.ts'
import { exampleCall } from '../manifest/recipe/fill-recipe.ts'
import type { Recipe } from '../manifest/recipe/recipe.ts'
import { taskRecipes } from '../manifest/recipe/recipe-uses.ts'
import type { RequiredService } from '../manifest/required-service.ts'
import type { InstalledVersion } from '../manifest/version/installed-version.ts'
import { estimateTokens } from '../tokens.ts'
import { argsJson, callJson, recipeJson, textJson } from './call-json.ts'
import { shortList } from './command-lines.ts'
import { findJsonOption } from './find-json-option.ts'
import type { Block } from './pack-files.ts'
import { codeSpan, safeLine, safeProse } from './safe-text.ts'
import type { SkillFacts } from './skill-facts.ts'
import { fillWords, type SkillWords } from './skill-words.ts'
import { unlistedCommands } from './unlisted-commands.ts'

/** The manifest as templates see it. Every text is already safe Markdown, so templates print it unescaped. */
export interface SkillView {
  title: string
  name: string
  entryPoint: string
  isInstalled: boolean
  /** The version of the installed program, where it is not the entry's. */
  version: string
  summary: string
  description: string
  useWhen: string
  installCommand: string
  firstCall: string
  calls: { title: string; json: string; note: string }[]
  /** The other programs of the app. */
  others: { lines: string[]; example: string }
  json: { args: string; isFirst: boolean } | null
  /** How to get JSON output according to the program's help, unless the manifest says so. */
  helpJson: { option: string; commands: string } | null
  /** What a call without arguments does, unless it prints help. */
  bare: string
  gotchas: string[]
  environment: string[]
  services: string[]
  programs: string[]
  accounts: string[]
  effects: { isKnown: boolean; read: string; write: string; destructive: string; unlisted: string }
  homepage: string
  docs: string
}

interface ViewOptions {
  manifest: AppManifest
  installed: SkillFacts['installed']
  tree: CommandNode | undefined
  words: SkillWords
  /** Factor for each section's token budget, 0 to 1. */
  scale: number
}

/** Moves texts of a section into a reference. */
type Overflow = (subject: string, texts: readonly string[]) => void

/** Returns the lines of a section that fit its tokens; the others go into a reference. */
type FitSection = (subject: string, lines: readonly string[], tokens: number) => string[]

/** Converts a manifest to template data; what exceeds a section's budget goes into `notes`, which become references. */
export function skillView({ manifest, installed, tree, words, scale }: ViewOptions): {
  view: SkillView
  notes: Block[]
} {
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
  const { skill, run } = manifest
  const calls = fittingCalls(manifest, { words, scale }, overflow)
  const found = run?.json === undefined && tree !== undefined ? findJsonOption(tree) : undefined
  const view: SkillView = {
    title: safeProse(manifest.display_name, 60),
    name: manifest.name,
    entryPoint: manifest.entry_point,
    isInstalled: installed !== undefined,
    version: versionOf(installed?.version, words),
    summary: safeProse(manifest.summary, 120),
    description: manifest.description === manifest.summary ? '' : safeProse(manifest.description, 700),
    useWhen: safeProse(skill?.use_when ?? '', 400),
    installCommand: `npx cli-apps install ${manifest.name}`,
    firstCall: callJson(manifest.name, run?.help ?? ['--help']),
    calls,
    others: otherPrograms(manifest, words, fit),
    json:
      run?.json === undefined
        ? null
        : { args: codeSpan(argsJson(run.json.args), 400), isFirst: run.json.position === 'first' },
    helpJson:
      found === undefined
        ? null
        : { option: codeSpan(found.text, 80), commands: shortList(found.commands, 12, words) },
    bare: run?.bare === undefined ? '' : words[bareWords[run.bare]],
    gotchas: fit(
      words.goodToKnow,
      (skill?.gotchas ?? []).map((text) => safeProse(text, 300)),
      450,
    ),
    ...requirementsOf(manifest, words, fit),
    effects: effectsOf({ manifest, tree, words, scale }, overflow),
    homepage: safeLine(manifest.homepage ?? '', 2000),
    docs: safeLine(manifest.docs ?? '', 2000),
  }
  return { view, notes }
}

function versionOf(installed: InstalledVersion | undefined, words: SkillWords): string {
  if (installed === undefined || installed.isOfEntry) return ''
  const { version, origin, entry } = installed
  const shown = version === null ? words.versionUnknown : safeLine(version, 100)
  return fillWords(words.versionDiffers, { version: shown, origin: safeLine(origin, 40), entry })
}

/** Splits lines into the leading ones that fit, and the rest. */
export function fitLines(lines: readonly string[], tokens: number): { shown: string[]; rest: string[] } {
  let remaining = tokens
  const at = lines.findIndex((line) => {
    remaining -= estimateTokens(line) + 3
    return remaining < 0
  })
  return at < 0 ? { shown: [...lines], rest: [] } : { shown: lines.slice(0, at), rest: lines.slice(at) }
}

/** The other programs of the app, each with what it does, and a call of the first. */
function otherPrograms(
  { name, programs = [] }: AppManifest,
  words: SkillWords,
  fit: FitSection,
): SkillView['others'] {
  const [first] = programs
  const line = (program: AppProgram): string =>
    `${codeSpan(program.name, 110)}${words.colon}${safeProse(program.summary, 120)}`
  return {
    lines: fit(words.otherPrograms, programs.map(line), 500),
    example: first === undefined ? '' : callJson(name, ['--help'], first.name),
  }
}

/** The first tasks that fit, each with its call as JSON. */
function fittingCalls(
  manifest: AppManifest,
  { words, scale }: Pick<ViewOptions, 'words' | 'scale'>,
  overflow: Overflow,
): SkillView['calls'] {
  const calls = taskRecipes(manifest).map((recipe) => ({
    title: safeProse(recipe.task, 120),
    json: recipeJson(manifest.name, exampleCall(recipe)),
    note: recipeNote(recipe, words),
  }))
  const lineOf = ({ title, json, note }: (typeof calls)[number]): string =>
    `${title}${words.colon}\`${json}\`${note}`
  const { shown } = fitLines(calls.map(lineOf), 700 * scale)
  overflow(
    words.howToCall,
    calls.slice(shown.length).map((call) => `- ${lineOf(call)}`),
  )
  return calls.slice(0, shown.length)
}

/** More of an output would take the place of other tasks. */
const maxOutput = 200

/** The values that an example stands for, where there are few, and what the call prints. */
function recipeNote({ placeholders = {}, shows = '' }: Recipe, words: SkillWords): string {
  const choices = Object.values(placeholders).flatMap(({ example, choices: values }) =>
    values === undefined
      ? []
      : [
          `${codeSpan(example, 80)}${words.colon}${fillWords(words.oneOf, {
            choices: shortList(values, 12, words),
          })}`,
        ],
  )
  const output = shows.length > maxOutput ? `${shows.slice(0, maxOutput).toWellFormed()}…` : shows
  const printed = output === '' ? [] : [fillWords(words.prints, { output: `\`${textJson(output)}\`` })]
  const notes = [...choices, ...printed]
  return notes.length === 0 ? '' : fillWords(words.marks, { marks: notes.join(words.comma) })
}

function requirementsOf(
  { name: app, requires }: AppManifest,
  words: SkillWords,
  fit: FitSection,
): Pick<SkillView, 'environment' | 'services' | 'programs' | 'accounts'> {
  const { env = [], services = [], bins = [] } = requires ?? {}
  const programs = bins.map((name) => codeSpan(name, 80))
  return {
    environment: fit(
      words.environment,
      env.map((entry) => environmentLine(entry, words)),
      300,
    ),
    services: fit(
      words.services,
      services.map((service) => serviceLine(app, service, words)),
      150,
    ),
    programs: fit(words.programs, programs, 80),
    accounts: fit(words.accounts, accountLines(requires, words), 100),
  }
}

type Requirement = NonNullable<NonNullable<AppManifest['requires']>['env']>[number]

function environmentLine({ name, description, required, secret }: Requirement, words: SkillWords): string {
  const marks = [required ? words.required : words.optional, ...(secret ? [words.secret] : [])]
  const mark = fillWords(words.marks, { marks: marks.join(words.comma) })
  return `${codeSpan(name, 130)}${mark}${words.colon}${safeProse(description, 200)}`
}

function serviceLine(
  app: string,
  { name, start: elsewhere, check, start_args: own, optional }: RequiredService,
  words: SkillWords,
): string {
  const start = own === undefined ? elsewhere : `npx cli-apps service start ${app}`
  const mark = optional === true ? fillWords(words.marks, { marks: words.optional }) : ''
  const how = [
    ...(start === undefined ? [] : [fillWords(words.startedWith, { command: codeSpan(start, 200) })]),
    ...(check === undefined ? [] : [fillWords(words.checkedWith, { command: codeSpan(check, 200) })]),
  ]
  return `${safeProse(name, 80)}${mark}${how.length === 0 ? '' : words.colon + how.join(words.comma)}`
}

/** With an account, a secret variable is the alternative way to sign in. */
function accountLines(
  { accounts = [], env = [] }: AppManifest['requires'] = {},
  words: SkillWords,
): string[] {
  const secrets = env.filter(({ secret }) => secret).map(({ name }) => codeSpan(name, 130))
  const names = secrets.join(words.comma)
  return accounts.map(({ name, sign_in: signIn }) => {
    const way = signIn === undefined ? words.accessBy : words.orAccessBy
    const how = [
      ...(signIn === undefined ? [] : [fillWords(words.signIn, { args: codeSpan(argsJson(signIn), 200) })]),
      ...(names === '' ? [] : [fillWords(way, { names })]),
    ]
    return `${safeProse(name, 80)}${how.length === 0 ? '' : words.colon + how.join(words.comma)}`
  })
}

/** An effect entry as it would appear in a call, `branch -D`, one for each option and operand. */
const shownEffects = (entries: readonly EffectEntry[] = []): string[] =>
  entries.flatMap((entry) =>
    typeof entry === 'string'
      ? [entry]
      : [...(entry.options ?? []), ...(entry.operands ?? [])].map((word) =>
          entry.command === undefined ? word : `${entry.command} ${word}`,
        ),
  )

const bareWords = { session: 'bareSession', stdin: 'bareStdin', window: 'bareWindow' } as const

function effectsOf(
  { manifest, tree, words, scale }: Pick<ViewOptions, 'manifest' | 'tree' | 'words' | 'scale'>,
  overflow: Overflow,
): SkillView['effects'] {
  const effects = manifest.run?.effects
  const fit = (paths: readonly string[], tokens: number, words_: string): string => {
    const { shown, rest } = fitLines(
      paths.map((path) => codeSpan(path, 120)),
      tokens * scale,
    )
    const line = (spans: readonly string[]): string =>
      fillWords(words_, { commands: spans.join(words.comma) })
    overflow(
      words.whatChanges,
      rest.map((path) => `- ${line([path])}`),
    )
    const more = rest.length === 0 ? [] : [fillWords(words.moreInNotes, { count: rest.length })]
    return shown.length + more.length === 0 ? '' : line([...shown, ...more])
  }
  const unlisted = effects === undefined || tree === undefined ? [] : unlistedCommands(tree, manifest)
  return {
    isKnown: effects !== undefined,
    destructive: fit(shownEffects(effects?.destructive), 250, words.destroys),
    write: fit(shownEffects(effects?.write), 250, words.changes),
    read: fit(shownEffects(effects?.read), 200, words.reads),
    unlisted:
      unlisted.length === 0
        ? ''
        : fillWords(words.notListed, { commands: shortList(unlisted, 16, words, words.allOthers) }),
  }
}
