import { greetScript } from '../../folder-registry.ts'
import type { CodeBlock } from '../code-blocks.ts'
import { docsKeyText } from './docs-registry.ts'
import type { Place } from './place.ts'

interface NeededFile {
  file: string
  text: string
  mode?: number
}

type Write = (place: Place) => Omit<NeededFile, 'file'>

const manifestOfApp =
  (name: string): Write =>
  ({ registry }) => ({
    text: JSON.stringify(
      registry.catalog.manifests.find((one) => one.name === name),
      null,
      2,
    ),
  })
const text =
  (words: string): Write =>
  () => ({ text: words })
const program: Write = () => ({ text: greetScript, mode: 0o755 })

/** Files that documents name and do not make. */
const files: Readonly<Record<string, Write>> = {
  'README.md': text('# Title\n'),
  'notes.md': text('# Notes\n'),
  'data.json': text('{"price": 3}\n'),
  'in.csv': text('a,b\n1,2\n'),
  'a.svg': text('<svg xmlns="http://www.w3.org/2000/svg"/>\n'),
  'token.txt': ({ token }) => ({ text: token }),
  'my-app.json': manifestOfApp('my-app'),
  'prettier.json': manifestOfApp('prettier'),
  // The key that the registry signs with.
  'key.pem': () => ({ text: docsKeyText }),
  'bin/deploy': program,
  'bin/my-app': program,
  'skills/github': text(
    '---\nname: github\ndescription: Works with GitHub\nrequires: {bins: [gh]}\n---\nRun gh.\n',
  ),
}

/** The files that a block names. */
export const filesFor = (block: CodeBlock, place: Place): NeededFile[] =>
  Object.entries(files)
    .filter(([file]) =>
      new RegExp(`(?:^|[\\s/@])${file.replaceAll('.', '\\.')}(?![\\w-])`, 'mu').test(block.text),
    )
    .map(([file, write]) => ({
      file: file.startsWith('skills/') ? `${file}/SKILL.md` : file,
      ...write(place),
    }))
