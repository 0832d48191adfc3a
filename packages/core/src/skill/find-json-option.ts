import { type CommandNode, type CommandOption, commandWords, walkCommands } from '@cli-apps/help/command-tree'

/** An option that makes the output JSON, according to the program's help. */
interface JsonOption {
  /** As written in a call: `--json`, `--format json`. */
  text: string
  /** Commands that have it, as they are called; empty if the program itself has it for all commands. */
  commands: string[]
}

const flagName = /^--?(?:output-|as-|o)?json$/i
const choiceName =
  /^--?(?:o|format|output|output-format|out-format|fmt|reporter|message-format|output-type)$/i
const speaksOfOutput =
  /output|print|format|result|display|show|return|emit|render|report|list|machine|\bas json\b|\bin json\b|输出|格式/i
/** Of what it reads, or of the configuration that it writes: `Define the format of the file`. */
const speaksOfInput =
  /\b(?:input|body|request|post(?:ed)?|payload|read|parse|serializ|config|format of (?:the |a )?(?:file|settings))/i

/** Finds the option for JSON output that most commands of a program share; `undefined` if several compete. */
export function findJsonOption(root: CommandNode): JsonOption | undefined {
  const commands = new Map<string, string[]>()
  for (const { node, path } of walkCommands(root)) {
    if (node.hidden || node.deprecated) continue
    for (const option of node.options) {
      const text = jsonText(option)
      if (text !== undefined && !(path.length > 0 && option.inherited))
        commands.set(text, [...(commands.get(text) ?? []), commandWords(path).join(' ')])
    }
  }
  const [first, second] = [...commands].sort(([, a], [, b]) => b.length - a.length)
  if (first === undefined) return undefined
  if (second !== undefined && second[1].length * 2 > first[1].length) return undefined
  const [text, names] = first
  return { text, commands: names.includes('') ? [] : names }
}

function jsonText(option: CommandOption): string | undefined {
  if (option.hidden || option.deprecated) return undefined
  const { description, value, choices } = option
  const flag =
    option.long.find((name) => flagName.test(name)) ?? option.short.find((name) => flagName.test(name))
  if (flag !== undefined) {
    if (speaksOfInput.test(description) || (description !== '' && !speaksOfOutput.test(description)))
      return undefined
    return value === null || value.optional ? flag : `${flag} <${value.name.replace(/^<(.*)>$/, '$1')}>`
  }
  const name =
    option.long.find((long) => choiceName.test(long)) ?? option.short.find((short) => choiceName.test(short))
  const choice = choices.find((one) => /^json$/i.test(one))
  if (name === undefined || choice === undefined || value === null || speaksOfInput.test(description))
    return undefined
  // What it writes is JSON anyway, and often a file.
  if (option.default === choice) return undefined
  return `${name}${value.glued ? '=' : ' '}${choice}`
}
