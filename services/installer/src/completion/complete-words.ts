import { t, toLine } from '@cli-apps/core'
import { commonOptions, type InstallerOption, type WordKind } from '../command.ts'
import { aliases } from '../command-aliases.ts'
import { type CommandFacts, commandFacts } from '../command-facts.ts'
import { availableApps, type CompletionPlace, installedApps, type Offer } from './find-apps.ts'
import { variableOffers } from './find-variables.ts'

/** Printed instead of words: the shell itself completes a path. */
const paths = { file: ':file', folder: ':folder' } as const

/**
 * Returns the candidates for the last of the words after `cli-apps`: one per line, with a tab and a description if one
 * is known. Reads only the local files that this needs.
 */
export async function completeWords(words: readonly string[], place: CompletionPlace): Promise<string> {
  const [first = '', ...given] = words
  // The shell's name comes first, and `--` ends our own options.
  const shell = first
  const offers = await offersFor(given[0] === '--' ? given.slice(1) : given, place)
  if (typeof offers === 'string') return `${offers}\n`
  return offers
    .map(({ word, about = '' }) => (shell === 'bash' || about === '' ? word : `${word}\t${oneLine(about)}`))
    .map((line) => `${line}\n`)
    .join('')
}

type Offers = Offer[] | (typeof paths)[keyof typeof paths]

async function offersFor(line: readonly string[], place: CompletionPlace): Promise<Offers> {
  const current = line.at(-1) ?? ''
  const { positionals, pending } = readBefore(line.slice(0, -1), commonOptions, true)
  if (pending !== undefined) return ofOption(pending, current === '=' ? '' : current, place)
  const [name, ...before] = positionals
  if (name === undefined) return beginning(topWords(), current)
  if (name === 'help') return beginning(commandWords(), current)
  const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
  const facts = Object.hasOwn(commandFacts, known) ? commandFacts[known] : undefined
  return facts === undefined ? [] : offersOf(facts, before, current, place)
}

async function offersOf(
  { options, completes = [], passesArguments = false }: CommandFacts,
  before: readonly string[],
  current: string,
  place: CompletionPlace,
): Promise<Offers> {
  const { positionals, used, pending, isOver } = readBefore(before, options, passesArguments)
  // bash passes `--method=np` as three words.
  if (pending !== undefined) return ofOption(pending, current === '=' ? '' : current, place)
  if (current.startsWith('-') && !isOver) {
    const [, name = '', value] = /^--([\w-]+)=(.*)$/su.exec(current) ?? []
    if (value === undefined) return beginning(optionWords(options, used), current)
    const offers = await ofOption(options[name], value, place)
    return typeof offers === 'string'
      ? []
      : offers.map((offer) => ({ ...offer, word: `--${name}=${offer.word}` }))
  }
  const kind = completes[Math.min(positionals.length, completes.length - 1)]
  const offers =
    kind === 'variable'
      ? beginning(await variableOffers(positionals.at(-1) ?? '', place), current)
      : await ofKind(kind, current, place)
  return typeof offers === 'string' ? offers : offers.filter(({ word }) => !positionals.includes(word))
}

/** Parses the words before the current one. */
function readBefore(
  before: readonly string[],
  options: CommandFacts['options'],
  passesArguments: boolean,
): { positionals: string[]; used: Set<string>; pending: InstallerOption | undefined; isOver: boolean } {
  const positionals: string[] = []
  const used = new Set<string>()
  let pending: InstallerOption | undefined
  let isOver = false
  for (const word of before) {
    if (pending !== undefined) {
      if (word !== '=') pending = undefined
    } else if (isOver || !word.startsWith('-')) {
      positionals.push(word)
      isOver ||= passesArguments
    } else if (word === '--') {
      isOver = true
    } else {
      const [name = ''] = word.replace(/^--/, '').split('=')
      used.add(name)
      if (!word.includes('=') && options[name]?.type === 'string') pending = options[name]
    }
  }
  return { positionals, used, pending, isOver }
}

/** For a value that is a list, completes the last item and keeps the ones before it. */
async function ofOption(
  spec: InstallerOption | undefined,
  current: string,
  place: CompletionPlace,
): Promise<Offers> {
  if (spec?.isList !== true) return ofKind(spec?.completes, current, place)
  const [, said = '', last = ''] = /^(.*,)?([^,]*)$/su.exec(current) ?? []
  const offers = await ofKind(spec.completes, last, place)
  if (typeof offers === 'string') return []
  return offers
    .filter(({ word }) => !said.split(',').includes(word))
    .map((offer) => ({ ...offer, word: `${said}${offer.word}` }))
}

async function ofKind(kind: WordKind | undefined, current: string, place: CompletionPlace): Promise<Offers> {
  if (kind === undefined || kind === 'variable') return []
  if (kind === 'file' || kind === 'folder') return paths[kind]
  if (kind === 'installed') return installedApps(current, place)
  if (kind === 'available') return availableApps(current, place)
  return beginning(asOffers(kind), current)
}

const asOffers = (words: readonly string[]): Offer[] => words.map((word) => ({ word }))

const commandWords = (): Offer[] =>
  Object.entries(commandFacts).map(([word, { summary }]) => ({ word, about: summary }))

const topWords = (): Offer[] => [
  ...commandWords(),
  { word: 'help', about: t('complete-words.show-help-command', 'Show the help of a command') },
  ...asOffers([...Object.keys(commonOptions), 'version'].map((name) => `--${name}`)),
]

const optionWords = (options: CommandFacts['options'], used: ReadonlySet<string>): Offer[] =>
  Object.entries(options)
    .filter(([name]) => !used.has(name))
    .map(([name, { description }]) => ({ word: `--${name}`, about: description }))

const beginning = (offers: readonly Offer[], current: string): Offer[] =>
  offers.filter(({ word }) => word.startsWith(current))

/** Returns a third-party summary as one line. */
const oneLine = (text: string): string => toLine(text, 120)
