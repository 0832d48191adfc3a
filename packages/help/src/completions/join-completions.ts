import { type CommandNode, type CommandOption, emptyCommand, walkCommands } from '../command-tree.ts'
import { type CompletionScript, readCompletionScript } from './completion-script.ts'

/** How much of what a script names the help must have too: scripts are often older than the program. */
const leastAgreement = 0.8
/** Fewer names agree by chance. */
const leastNames = 3

/**
 * Joins what scripts name with what the help says. Names of both get the text and the choices that the help lacks. Names of
 * a script alone are nearly always of another version: they are added only where the help lists none at all.
 */
export function joinCompletions(root: CommandNode, scripts: readonly CompletionScript[]): void {
  const read = scripts.flatMap((script) => readCompletionScript(script, root.name) ?? [])
  for (const script of read.filter((one) => agrees(root, one))) joinNode(root, script, root)
}

const namesOf = ({ long, short }: CommandOption): string[] => [...long, ...short]
const optionNames = (node: CommandNode): Set<string> => new Set(node.options.flatMap(namesOf))
const commandNames = (node: CommandNode): string[] =>
  node.commands.flatMap(({ name, aliases }) => [name, ...aliases])

const isEnough = (known: number, all: number): boolean => all >= leastNames && known / all >= leastAgreement

/** Whether the help has nearly everything that the script names for commands of which the help tells options. */
function agrees(root: CommandNode, script: CommandNode): boolean {
  let known = 0
  let all = 0
  for (const { node, path } of walkCommands(script)) {
    const told = find(root, path)
    if (told === undefined || told.options.length === 0) continue
    const names = optionNames(told)
    const shown = node.options.filter(({ long, short }) => long.length + short.length > 0)
    all += shown.length
    known += shown.filter((option) => namesOf(option).some((name) => names.has(name))).length
  }
  return isEnough(known, all) || (all === 0 && isEnough(knownCommands(root, script), script.commands.length))
}

function knownCommands(node: CommandNode, script: CommandNode): number {
  const names = new Set(commandNames(node))
  return script.commands.filter(({ name }) => names.has(name)).length
}

function find(root: CommandNode, path: readonly string[]): CommandNode | undefined {
  let node: CommandNode | undefined = root
  for (const word of path)
    node = node?.commands.find(({ name, aliases }) => name === word || aliases.includes(word))
  return node
}

function joinNode(node: CommandNode, script: CommandNode, root: CommandNode): void {
  joinOptions(node, script.options)
  const listsNone = node === root && node.commands.length === 0 && script.commands.length >= leastNames
  for (const { name, summary } of listsNone ? script.commands : [])
    if (summary !== '') node.commands.push({ ...emptyCommand(name), summary })
  for (const command of script.commands) {
    const known = find(node, [command.name])
    if (known === undefined) continue
    if (known.summary === '') known.summary = command.summary
    joinNode(known, command, root)
  }
}

function joinOptions(node: CommandNode, options: readonly CommandOption[]): void {
  const isAlone = isUntold(node)
  for (const option of options) {
    const names = namesOf(option)
    const known = node.options.find((one) => namesOf(one).some((name) => names.includes(name)))
    if (known !== undefined) complete(known, option)
    else if (isAlone && option.description !== '' && !option.long.includes('--help'))
      node.options.push({ ...option })
  }
}

const withoutHelp = /has no help of its own/i

/** Whether the help tells nothing of a command, as it has no help of its own. */
const isUntold = ({ options, commands, usage, warnings }: CommandNode): boolean =>
  options.length === 0 &&
  commands.length === 0 &&
  (usage.length === 0 || warnings.some((warning) => withoutHelp.test(warning)))

function complete(known: CommandOption, option: CommandOption): void {
  if (known.description === '') known.description = option.description
  if (
    known.value !== null &&
    known.value.type !== 'list' &&
    known.choices.length === 0 &&
    areSure(known, option)
  )
    known.choices = option.choices
}

/** Scripts suggest values, and a list of choices refuses others: the text of the help must name them all. */
function areSure({ description }: CommandOption, { choices }: CommandOption): boolean {
  const said = new Set(description.toLowerCase().match(/[\w.+/-]+/g))
  return choices.length > 1 && choices.every((choice) => said.has(choice.toLowerCase()))
}
