import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findExamples } from '../one-liners/find-examples.ts'
import { listInstalledPrograms } from '../one-liners/installed-programs.ts'
import { shuffle } from '../one-liners/shuffle.ts'

export interface ManualExamples {
  name: string
  /** The words behind the program's name, of each example. */
  calls: string[][]
}

/** More examples than this of one program would decide the result alone. */
const mostCalls = 30

/**
 * Draws installed programs by a seed, each with at least one call in the section of its manual page that is headed
 * EXAMPLES. Shells and interpreters are left out: what follows their name is a program.
 */
export function* drawManuals(seed: number, only?: readonly string[]): Generator<ManualExamples> {
  const programs = shuffle(listInstalledPrograms(), seed).map(({ name }) => name)
  const pages = new Set<string>()
  for (const name of only ?? programs) {
    const page = readPage(name)
    // Several names of one program share a page.
    if (page === '' || pages.has(page)) continue
    pages.add(page)
    const calls = examplesIn(page, name)
    if (calls.length > 0) yield { name, calls }
  }
}

const folders = ['1', '6', '8']
  .map((section) => `/usr/share/man/man${section}`)
  .filter((folder) => existsSync(folder))

/** Whether the source of the page names examples: formatting every page takes minutes. */
function mayHaveExamples(name: string): boolean {
  return folders.some((folder) =>
    ['1', '6', '8'].some((section) => {
      const file = path.join(folder, `${name}.${section}.gz`)
      return (
        existsSync(file) && /^\.\s*S[hHS]\s.*example/im.test(gunzipSync(readFileSync(file)).toString('utf8'))
      )
    }),
  )
}

function readPage(name: string): string {
  if (!mayHaveExamples(name)) return ''
  const { status, stdout } = spawnSync('man', ['-s', '1:6:8', name], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      MANWIDTH: '1000',
      MANPAGER: 'cat',
      MANOPT: '--nj --nh',
    },
  })
  return status === 0 ? stdout.replace(/.\x08/g, '') : ''
}

function examplesIn(page: string, name: string): string[][] {
  const calls = findExamples(exampleSections(page), 'man', name)
    .filter(({ isComplete }) => isComplete)
    .flatMap(({ reading }) => callsOf(reading.words, name))
    .filter((words) => words.length > 0 && !words.some(isPlaceholder))
  const distinct = new Map(calls.map((words) => [words.join('\0'), words]))
  return [...distinct.values()].slice(0, mostCalls)
}

/** The sections headed EXAMPLES, with their heading. */
function exampleSections(page: string): string {
  let isInside = false
  return page
    .split('\n')
    .filter((line) => {
      const [, margin] = /^( {0,3})\S/.exec(line) ?? []
      const isNamed = margin !== undefined && /^ *(?:\w+ )?examples?\b/i.test(line)
      // A part of the section below a heading of its own belongs to it.
      if (margin === '' || isNamed) isInside = isNamed
      return isInside
    })
    .join('\n')
}

function callsOf(
  words: readonly { text: string; command: string; place: number; redirection?: string }[],
  name: string,
): string[][] {
  const calls: string[][] = []
  for (const { text, command, place, redirection } of words) {
    if (redirection !== undefined) continue
    if (place === 0 && command === name) calls.push([])
    else if (command === name) calls.at(-1)?.push(text)
  }
  return calls
}

/** `<file>`, `[options]`, `...`: an outline of a call, which nobody can run. */
const isPlaceholder = (word: string): boolean => /^<[a-z _-]+>$|^\[[a-z-]|^\.{3}$|…/i.test(word)
