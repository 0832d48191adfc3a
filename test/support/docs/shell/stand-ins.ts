import type { Place } from './place.ts'

/** An id, as our programs and the API print it. */
const id = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gu

/** What the addresses and names of the documents stand for in a test. */
export const standIns = ({
  registry,
  names,
  printed,
  machine,
}: Place): [words: RegExp, instead: string][] => [
  ...names,
  [/http:\/\/127\.0\.0\.1:4870/gu, registry.url],
  [/--registry https:\/\/(?:registry|apps)\.example(?:\.org)?(?= |$)/gu, `--registry ${registry.url}`],
  // What the lines before showed last.
  [/\bID\b/gu, printed.match(id)?.at(-1) ?? 'ID'],
  // The help of the real git takes many seconds to read.
  [/\/usr\/bin\/git\b/gu, `'${machine.home}/programs/git'`],
  // Another workspace.
  [/\/work\/project\b/gu, `'${machine.home}/project'`],
]
