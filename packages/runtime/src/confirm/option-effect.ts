import { type AppManifest, type CommandNode, type Effect, optionEffects } from '@cli-apps/core'

const strength: Readonly<Record<Effect, number>> = { read: 0, unknown: 1, write: 2, destructive: 3 }

/**
 * The effect of a command with these arguments, where the manifest lists options that decide: the strongest of `own` and of the options
 * that stand in the arguments. Options that only read count where nothing else is known of the command.
 */
export function withOptionEffects(
  manifest: AppManifest,
  own: Effect,
  { path, args, node }: { path: readonly string[]; args: readonly string[]; node: CommandNode | undefined },
): Effect {
  const words = `${path.join(' ')} `
  let effect = own
  for (const rule of optionEffects(manifest)) {
    if (!words.startsWith(`${rule.command} `)) continue
    if (!rule.options.some((option) => isGiven(option, args, node))) continue
    const isStronger = strength[rule.effect] > strength[effect]
    if (isStronger || (effect === 'unknown' && own === 'unknown')) effect = rule.effect
  }
  return effect
}

/** Shortest beginning of a long option that counts as the option, as many programs take it. */
const shortestBeginning = 4

function isGiven(option: string, args: readonly string[], node: CommandNode | undefined): boolean {
  if (option === '--') return args.includes('--')
  const end = args.indexOf('--')
  const words = end === -1 ? args : args.slice(0, end)
  return words.some((word) => {
    const [name = ''] = word.split('=', 1)
    if (name === option) return true
    if (option.startsWith('--'))
      return name.length >= shortestBeginning && name.startsWith('--') && option.startsWith(name)
    return option.length === 2 && isInCluster(option.charAt(1), word, node)
  })
}

/** `-fD` holds `-D`, but `-mD` does not where `-m` takes the rest as its value. */
function isInCluster(letter: string, word: string, node: CommandNode | undefined): boolean {
  if (!/^-[A-Za-z0-9]/.test(word)) return false
  for (const one of word.slice(1)) {
    if (one === letter) return true
    const option = node?.options.find(({ short }) => short.includes(`-${one}`))
    if (option?.value) return false
  }
  return false
}
