import { fixtureContent } from './fixture-content.ts'
import type { LineReading, Word } from './read-line.ts'

export interface FixtureFile {
  path: string
  content: Buffer
  isExecutable: boolean
}

/** Commands whose arguments are texts or numbers. */
const textCommands = new Set(
  'echo printf expr seq sleep kill date test [ true false yes factor export cd getent id tput uname man which type for case basename dirname mkdir mkfifo mknod mktemp touch numfmt'.split(
    ' ',
  ),
)
/** Commands whose first operand is a pattern, a script or a subcommand. */
const subjectCommands = new Set(
  'grep egrep fgrep zgrep rgrep sed awk gawk mawk nawk perl tr git openssl env nice xargs timeout jq chmod chown chgrp find-pattern time nohup ptargrep bzgrep xzgrep'.split(
    ' ',
  ),
)
const outputOptions =
  /^(?:-o|--output|--out|-out|--output-file|-O|--log-file|--target-directory|--outdir|--prefix)$/
const directoryPattern =
  /\/$|^(?:\.\/)?(?:\w*dir\w*|directory|folder|src|lib|include|docs?|subdir|tree|sandbox|home|bin)\d*$/i
const filePattern = /^(?:\.{1,2}\/|~\/)?[\w+,@*?[\]{}-][\w.+,:@*?[\]{}/-]*$/

/** Chooses the files that a line reads, from the names in it; what it writes is not created. */
export function chooseFixtures(reading: LineReading): FixtureFile[] {
  const commands = new Set(reading.words.filter(({ place }) => place === 0).map(({ text }) => text))
  const names = new Set(
    reading.words.flatMap((word, at) => namesIn(word, reading.words[at - 1], reading.words)),
  )
  const files = [...names].flatMap((name) =>
    directoryPattern.test(name)
      ? ['one.txt', 'two.c'].map((file) => `${name.replace(/\/$/, '')}/${file}`)
      : [name],
  )
  const regular = [...new Set(files)].filter((name) => !files.some((other) => other.startsWith(`${name}/`)))
  return regular.map((name, at) => {
    const isExecutable = commands.has(`./${name}`) || /\.sh$|(?:^|\/)a\.out$/.test(name)
    const known = isExecutable && !/\./.test(name) ? `${name}.sh` : name
    return { path: name, content: fixtureContent(known, at, commands), isExecutable }
  })
}

/** Returns the names of input files that a word stands for; a pattern stands for two. */
function namesIn(word: Word, previous: Word | undefined, words: readonly Word[]): string[] {
  const value = inputValue(word, previous, words)
  if (!value || !filePattern.test(value) || /^[\d.,:-]+$/.test(value) || value.split('/').includes('..'))
    return []
  const bare = value.replace(/^(?:\.\/|~\/)+/, '')
  if (!bare) return []
  return ['one', 'two'].flatMap((fill, at) => {
    const alternatives = bare.replace(/\{([^{},]*),([^{},]*)[^{}]*\}/g, at ? '$2' : '$1')
    const name = alternatives
      .replace(/\[(\w)[^\]]*\]/g, '$1')
      .replace(/\*\*?/g, fill)
      .replaceAll('?', at ? 'b' : 'a')
    return /[[\]{}]/.test(name) ? [] : [name]
  })
}

function inputValue(word: Word, previous: Word | undefined, words: readonly Word[]): string | undefined {
  const { text, place, command, redirection } = word
  if (redirection) return redirection === '<' || redirection === '<>' ? text : undefined
  if (place === 0) return /^\.\/[\w.-]+$/.test(text) ? text : undefined
  if (text.startsWith('-'))
    return /^--(?!out|log|target)[\w-]*(?:file|input|from|list|reference|config)[\w-]*=(\S+)$/.exec(text)?.[1]
  if (/^if=/.test(text)) return text.slice(3)
  if (text.includes('=') || textCommands.has(command)) return undefined
  if (previous?.command === command && outputOptions.test(previous.text)) return undefined
  const operands = words.filter(
    (other) => other.command === command && other.place > 0 && !other.text.startsWith('-'),
  )
  if (/^(?:cp|mv|ln|install|link)$/.test(command) && operands.length > 1 && operands.at(-1) === word)
    return directoryPattern.test(text) ? text : undefined
  if (subjectCommands.has(command) && operands[0] === word && !/\.\w+$/.test(text)) return undefined
  if (command === 'tar' && isNewArchive(word, words)) return undefined
  return text
}

/** Whether a word is the archive that `tar -c` makes, or the letters that stand for its options. */
function isNewArchive(word: Word, words: readonly Word[]): boolean {
  const own = words.filter(({ command, place }) => command === 'tar' && place > 0)
  const options = own[0]?.text ?? ''
  if (own[0] === word) return /^[a-zA-Z]+$/.test(options)
  const makes = /^-?[a-zA-Z]*c/.test(options) || own.some(({ text }) => /^--create$|^-c/.test(text))
  const before = own[own.indexOf(word) - 1]?.text ?? ''
  return makes && /^-?[a-zA-Z]*f$|^--file$/.test(before)
}
