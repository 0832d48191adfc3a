import { type AppManifest, type CommandNode, type Effect, optionEffects } from '@cli-apps/core'
import { isOperand } from './operand-effect.ts'

const strength: Readonly<Record<Effect, number>> = { read: 0, unknown: 1, write: 2, destructive: 3 }

/** Whether a file or folder of that name is where the call runs. */
export type IsThere = (name: string) => boolean

interface JudgedCall {
  path: readonly string[]
  /** Where the arguments behind each word of the path begin. */
  starts: readonly number[]
  args: readonly string[]
  node: CommandNode | undefined
  isThere: IsThere
}

/**
 * The effect of a command with these arguments, where the manifest lists options or operands that decide: the strongest of `own` and of
 * those that stand behind the command. Options that only read count where nothing else is known of the command.
 */
export function withOptionEffects(manifest: AppManifest, own: Effect, call: JudgedCall): Effect {
  const { path, starts, args, node, isThere } = call
  const words = `${path.join(' ')} `
  let effect = own
  for (const rule of optionEffects(manifest)) {
    const length = rule.command === '' ? 0 : rule.command.split(' ').length
    if (length > 0 && !words.startsWith(`${rule.command} `)) continue
    // `-C` in front of the command, as in `git -C x branch`, is another option than behind it.
    const behind = args.slice(starts[length - 1] ?? 0)
    const isMet =
      rule.options.some((option) => isGiven(option, behind, node)) ||
      (rule.operands.length > 0 && isOperand(rule.operands, behind, node, isThere))
    if (!isMet) continue
    const isStronger = strength[rule.effect] > strength[effect]
    if (isStronger || (effect === 'unknown' && own === 'unknown')) effect = rule.effect
  }
  return effect
}

function isGiven(option: string, args: readonly string[], node: CommandNode | undefined): boolean {
  if (option === '--') return args.includes('--')
  const end = args.indexOf('--')
  const words = end === -1 ? args : args.slice(0, end)
  return words.some((word) => {
    const [name = ''] = word.split('=', 1)
    if (name === option) return true
    if (option.startsWith('--')) return isBeginning(name, option, node)
    return option.length === 2 && isInCluster(option.charAt(1), word, node)
  })
}

/** Many programs take `--forc`, and `--f` too, for `--force`; what is an option of its own is that option. */
const isBeginning = (name: string, option: string, node: CommandNode | undefined): boolean =>
  name.length > 2 && option.startsWith(name) && !node?.options.some(({ long }) => long.includes(name))

/** `-fD` holds `-D`, but `-mD` does not where `-m` takes the rest as its value; nor does what follows a sign, as in `-m"a D"`. */
function isInCluster(letter: string, word: string, node: CommandNode | undefined): boolean {
  const [, letters = ''] = /^-([A-Za-z0-9]+)/.exec(word) ?? []
  for (const one of letters) {
    if (one === letter) return true
    const option = node?.options.find(({ short }) => short.includes(`-${one}`))
    if (option?.value?.optional === false) return false
  }
  return false
}
