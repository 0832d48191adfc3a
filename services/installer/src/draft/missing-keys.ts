import { AppManifest, type InstallMethod, t } from '@cli-apps/core'
import { executablesOf, type PackageFacts } from './package-facts.ts'

/** A key that is left to write, and what belongs there. */
export interface MissingKey {
  key: string
  what: string
}

/** The keys of a drafted manifest that decide what is missing. */
interface DraftedKeys {
  version: string
  summary: string
  description: string
  category: string
  license: string | undefined
  entry_point: string
  install: readonly InstallMethod[]
  run: unknown
}

const texts = {
  version: () => t('draft.version', 'the version of the app, such as 1.2.0'),
  summary: () => t('draft.summary', 'what it is, in one line of up to 120 characters'),
  description: () => t('draft.description', 'what it does and when to use it, in the words that users type'),
  category: () => AppManifest.shape.category.options.join(', '),
  tags: () => t('draft.tags', 'three to eight words by which people search for it'),
  license: () => t('draft.license', 'its SPDX expression, such as MIT'),
  entry_point: ({ names }) => t('draft.entry-point', 'one of these executables: {names}', { names }),
  programs: ({ names }) =>
    t('draft.programs', 'those of its other executables that calls may name, each with a summary: {names}', {
      names,
    }),
  install: () =>
    t(
      'draft.install',
      'how others install it: a method such as npm or binary, or "bundled" with instructions for a person',
    ),
  'install[].scripts': () =>
    t('draft.scripts', 'try whether the package works without its install script, and remove this then'),
  'run.version': () =>
    t(
      'draft.run-version',
      '"args" that print the version, and "expect": a part of the answer that names the program',
    ),
  'run.effects': ({ commands }) =>
    t('draft.effects', 'which commands and options read, write or destroy{named}', {
      named: commands === '' ? '' : `: ${commands}`,
    }),
  requires: () => t('draft.requires', 'variables, accounts and services that it needs, if any'),
  'skill.use_when': () => t('draft.use-when', 'the situations in which to use it'),
  recipes: () =>
    t(
      'draft.recipes',
      'two tasks or more, each with its call; one with files and what it is expected to print',
    ),
} satisfies Record<string, (found: { names: string; commands: string }) => string>

/** Most commands that are named as those whose effects are to be stated. */
const mostCommands = 20

/** Lists what a person must still write, in the order of a manifest. */
export function missingKeys(drafted: DraftedKeys, facts: readonly PackageFacts[]): MissingKey[] {
  const { version, summary, description, category, license, entry_point, install, run } = drafted
  const others = executablesOf(facts).filter((name) => name !== entry_point)
  const hasScripts = install.some((method) => method.method === 'npm' && method.scripts !== undefined)
  // What no source can know is always left to write.
  const isMissing: Partial<Record<keyof typeof texts, boolean>> = {
    version: version === '',
    summary: summary === '',
    description: description === '',
    category: category === '',
    license: license === undefined,
    entry_point: entry_point === '',
    programs: entry_point !== '' && others.length > 0,
    install: install.length === 0,
    'install[].scripts': hasScripts,
    'run.version': run === undefined,
  }
  const commands = facts.find((one) => one.commands !== undefined)?.commands ?? []
  const found = { names: others.join(', '), commands: commands.slice(0, mostCommands).join(', ') }
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((key) => isMissing[key] !== false)
    .map((key) => ({ key, what: texts[key](found) }))
}
