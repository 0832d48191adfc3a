import { CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import { callEffect } from '@cli-apps/core/call-effect'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

const names =
  /^--?(eval|exec(ute)?|exec-batch|preload|import|require|plugins?([-_]?(dir|path))?|load([-_]?(extension|module))?|rsh|pager|hooks?|scripts?([-_]?file)?|init[-_]?file|resolver|preprocessor|post-?process(or)?|(.*-)?(command|cmd|program|hook|script|exec|helper)|use-compress-program|editor)$/i

/** An option whose value the program runs, by its name: code, a command, or a file of either. */
const takesCode = ({ long, short, value }: CommandOption): string | undefined =>
  value === null ? undefined : [...long, ...short].find((name) => names.test(name))

const isName = 'its value is the name of something that is installed or declared'
const isData = 'its value is data, which nothing runs'
const isRun = 'its value is a file of code that the call asks to run'
const inContainer = 'the command runs in the container that the call makes'

/** Options that only sound so, by app, command and option, with the reason. */
const harmlessOptions: Readonly<Record<string, string>> = {
  'beets --plugins': isName,
  'cmake --help-command': isName,
  'composer init --require': 'its value is the name of a package, which init writes into composer.json',
  'cspell init --import': isData,
  'docker create --health-cmd': inContainer,
  'docker run --health-cmd': inContainer,
  'exiftool -execute': 'it ends one command line and begins the next',
  'ffmpeg -program': isData,
  'gawk --exec': isRun,
  'gdb --exec': 'its value is the program to debug, which only starts when a command says so',
  'internetarchive tasks --cmd': isName,
  'lefthook run --command': isName,
  'magic-wormhole --transit-helper': 'its value is the address of a relay',
  'mypy --command': 'the text is only checked for types, never run',
  'newman run --timeout-script': isData,
  'opencode run --command': isName,
  'parallel --load': isData,
  'pre-commit run --rewrite-command': isName,
  'pre-commit try-repo --rewrite-command': isName,
  'redis-cli --eval': isRun,
  'sqlite -cmd':
    'its value is SQL or a command of the shell; those that destroy or run something are listed by their text',
  'wscat --execute': 'its value is a message to the server',
}

/** Returns the calls with an option that runs code of the call and that do not count as destructive. */
export function unlistedCode({
  name: app,
  manifest,
  tree,
}: Pick<CatalogEntry, 'name' | 'manifest' | 'tree'>): string[] {
  if (tree === undefined) return []
  const parsed = CommandNode.parse(tree)
  return [...walkCommands(parsed)].flatMap(({ path, node }) =>
    node.options.flatMap((option) => {
      const name = takesCode(option)
      if (name === undefined || Object.hasOwn(harmlessOptions, [app, ...path, name].join(' '))) return []
      const words = [...path, name]
      return callEffect(manifest, parsed, [...words, 'x']) === 'destructive' ? [] : [words.join(' ')]
    }),
  )
}

export const codeOptions: CatalogRule = {
  id: 'catalog.code-options',
  wants: 'no option that runs code or a command of the call, and does not count as destructive',
  check: (entries) =>
    entries.flatMap((entry) =>
      unlistedCode(entry).map((call) =>
        issueOf(
          entry,
          'run.effects',
          `does not list ${call} as destructive, although by its name it runs what it is given`,
        ),
      ),
    ),
}
