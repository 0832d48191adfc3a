import { type CommandNode, negatedName, optionEffects, walkCommands } from '@cli-apps/core'
import { splitValue } from '@cli-apps/core/call-effect'
import { isCut } from '../../bound-tree.ts'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

const passedOn = 'it is passed on to node, as the readme of nodemon says'

/** Options that a help does not name, by app, command and option, with where they are documented. */
const knownOptions: Readonly<Record<string, string>> = {
  'astro sync --force': 'the command-line reference of Astro',
  'autocannon --onPort': 'autocannon.js, which names it as an alias of --on-port',
  'codex --yolo': 'the command-line reference of Codex, which calls it the short form of its longest option',
  'codex exec --yolo': 'the command-line reference of Codex',
  'codex exec resume --yolo': 'the command-line reference of Codex',
  'json5 --convert': 'lib/cli.js of json5, which keeps it for scripts written for version 0.5',
  'json5 -c': 'lib/cli.js of json5, which keeps it for scripts written for version 0.5',
  'rollup --configPlugin': 'the command-line reference of Rollup',
  'nodemon -d': 'nodemon --help options lists -d, --delay n',
  'nodemon --delay': 'nodemon --help options lists -d, --delay n',
  'mocha --import': 'it is an option of node, which mocha starts with it; lib/cli/node-flags.cjs of mocha',
  'mocha --loader': 'it is an option of node, which mocha starts with it; lib/cli/node-flags.cjs of mocha',
  'nodemon -r': passedOn,
  'nodemon --require': passedOn,
  'nodemon --import': passedOn,
  'markdownlint --config': 'its synopsis, the first line of the help',
  'markdownlint --fix': 'the readme of markdownlint-cli2; its help is prose, from which no options are read',
  'semantic-release --no-ci':
    'its command line is parsed by yargs, which takes --no- before the switch --ci of the help',
}

/** An option in the lists of effects that the program does not have. */
export interface AbsentOption {
  command: string
  option: string
}

/** Returns the listed options that the tree has neither for their command, nor above or below it. */
export function absentOptions({ manifest, tree }: Pick<CatalogEntry, 'manifest' | 'tree'>): AbsentOption[] {
  if (tree === undefined) return []
  return optionEffects(manifest).flatMap(({ command, options }) => {
    const path = command === '' ? [] : command.split(' ')
    const scope = [...walkCommands(tree)].filter((one) => isAlong(one.path, path))
    // Nothing can be said of a command that the tree lacks, or of what a published tree leaves out.
    if (!scope.some((one) => one.path.join(' ') === command) || scope.some(({ node }) => isCut(node)))
      return []
    const known = new Set(scope.flatMap(({ node }) => optionNames(node)))
    return options
      .map((option) => splitValue(option).name)
      .filter((option) => option !== '--' && !known.has(option))
      .map((option) => ({ command, option }))
  })
}

/** Whether one path is the beginning of the other. */
const isAlong = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).join(' ') === other.slice(0, one.length).join(' ')

const optionNames = ({ options }: CommandNode): string[] =>
  options.flatMap(({ long, short, negatable }) => [
    ...long,
    ...short,
    ...(negatable ? long.map(negatedName) : []),
  ])

export const listedOptions: CatalogRule = {
  id: 'catalog.listed-options',
  wants:
    'no option in the lists of effects that the help of the program lacks, where npm brought the version of the entry',
  check(entries, { verifications }) {
    const ofEntry = new Set(
      verifications
        .filter(({ outcome, method }) => outcome === 'proven' && method === 'npm')
        .map(({ name, digest }) => `${name} ${digest}`),
    )
    return entries
      .filter(({ name, digest }) => ofEntry.has(`${name} ${digest}`))
      .flatMap((entry) =>
        absentOptions(entry)
          .map(({ command, option }) => `${command} ${option}`.trim())
          .filter((call) => !Object.hasOwn(knownOptions, `${entry.name} ${call}`))
          .map((call) =>
            issueOf(
              entry,
              'run.effects',
              `names ${call}, which no help has; remove it, or state in listed-options.ts where it is documented`,
            ),
          ),
      )
  },
}
