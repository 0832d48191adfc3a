import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Words that every newcomer had to learn, and the standard terms that replace them. */
const replaced: readonly [words: string, instead: string][] = [
  ['mend mends mended mending', 'fix, repair'],
  ['stranger strangers', 'third-party, untrusted, external'],
  ['room rooms', 'module, folder, package; space'],
  ['door doors', 'entry point, export, boundary, endpoint'],
  ['shelf shelves', 'list, group'],
  ['seal seals sealed sealing unsealed', 'signed record, signature'],
  ['sitting sittings', 'run, attempt'],
  ['wished', 'requested, target'],
  ['surroundings', 'environment, dependencies, context'],
  ['anew', 'again'],
  ['catalogue catalogues catalogued', 'catalog'],
]
const phrases: readonly [phrase: string, instead: string][] = [
  ['a yes', 'confirmation, approval'],
  ['goes on by itself', 'continues running'],
  ['put in place', 'installed, placed'],
  ['taken back', 'rolled back, reverted'],
]

/** Files that name such a word for a reason. */
const exceptions: readonly { file: string; words: string; reason: string }[] = [
  { file: 'test/language.test.ts', words: '*', reason: 'lists the words' },
  { file: 'CHANGELOG.md', words: '*', reason: 'lists former names' },
  { file: 'packages/core/src/injection/steering-rules.ts', words: 'anew', reason: 'wording of attacks' },
  {
    file: 'packages/core/src/publish-rules/names/reserved-name.ts',
    words: 'catalogue',
    reason: 'a reserved name',
  },
  { file: 'packages/core/src/search/stop-words.ts', words: 'room', reason: 'a word of users' },
  { file: 'packages/core/src/search/synonyms.ts', words: 'room', reason: 'a word of users' },
  { file: 'packages/core/src/node/record-signature/', words: 'seal', reason: 'stored by earlier versions' },
  { file: 'test/core/node/record-signature/', words: 'seal', reason: 'stored by earlier versions' },
  {
    file: 'scripts/catalog/verification-log.ts',
    words: 'sittings',
    reason: 'stored by earlier versions',
  },
  {
    file: 'test/scripts/catalog/verification-log.test.ts',
    words: 'sittings',
    reason: 'stored by earlier versions',
  },
  { file: 'test/help/listed-commands.test.ts', words: 'door doors', reason: 'help of other programs' },
]

const instead = new Map([
  ...replaced.flatMap(([words, terms]) => words.split(' ').map((word) => [word, terms] as const)),
  ...phrases,
])
/** A phrase may continue on the next line of a comment. */
const phrasePattern = new RegExp(
  `\\b(?:${phrases.map(([phrase]) => phrase.replaceAll(' ', '[\\s*/]+')).join('|')})\\b`,
  'gi',
)
/** The words of prose, camelCase and kebab-case. */
const wordPattern = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

interface Finding {
  line: number
  word: string
}

/** Finds the replaced words in a text, also as parts of identifiers. */
function findReplaced(text: string): Finding[] {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length
  const found = [...text.matchAll(wordPattern), ...text.matchAll(phrasePattern)].flatMap(
    ({ 0: match, index }) => {
      const word = match.toLowerCase().replace(/[\s*/]+/g, ' ')
      return instead.has(word) ? [{ line: lineAt(index), word }] : []
    },
  )
  return found.sort((a, b) => a.line - b.line)
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** Entries of the catalog and fixtures are texts of other programs; the report quotes the entries. */
const isOurs = (file: string): boolean =>
  /\.(ts|tsx|mjs|md|hbs)$/.test(file) && !/^(catalog\/|test\/fixtures\/|docs\/catalog-report)/.test(file)
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isOurs)

const isExcepted = (file: string, word: string): boolean =>
  exceptions.some(
    (exception) =>
      file.startsWith(exception.file) &&
      (exception.words === '*' || exception.words.split(' ').includes(word)),
  )

describe('the language of sources and docs', () => {
  it('uses standard terms, in texts and in names of files', () => {
    const findings = files.flatMap((file) => {
      const inText = findReplaced(readFileSync(`${root}/${file}`, 'utf8'))
      return [...findReplaced(file).map((found) => ({ ...found, line: 0 })), ...inText]
        .filter(({ word }) => !isExcepted(file, word))
        .map(({ line, word }) => `${file}:${line} "${word}" → ${instead.get(word)}`)
    })
    expect(findings).toEqual([])
  })

  it('has messages in standard terms', () => {
    const file = 'services/installer/src/messages/zh.json'
    const messages = Object.keys(JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as object)
    const findings = messages.flatMap((message) =>
      findReplaced(message).map(({ word }) => `${word}: ${message}`),
    )
    expect(findings).toEqual([])
  })
})

describe('the search for replaced words', () => {
  it.each([
    ['pastDoors', ['doors']],
    ['past-doors.mjs', ['doors']],
    ['SEAL_KEY, sealKeyFile', ['seal', 'seal']],
    ['// waits for a\n// yes', ['a yes']],
    ['Mend what can be mended', ['mend', 'mended']],
    ['a doorway, recommended, amend, mushroom, yesterday', []],
    ['catalog, design, dependency', []],
  ])('finds in %j: %j', (text, words) => {
    expect(findReplaced(text).map(({ word }) => word)).toEqual(words)
  })

  it('reports the line', () => {
    expect(findReplaced('one\ntwo\na stranger')).toEqual([{ line: 3, word: 'stranger' }])
  })
})
