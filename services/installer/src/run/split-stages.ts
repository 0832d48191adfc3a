import { cliCall, parseAppName, t, UsageError } from '@cli-apps/core'

/** An app, one of its programs if named, and its arguments. */
interface StageWords {
  name: string
  program?: string
  args: readonly string[]
}

const separator = '--pipe'

/**
 * The words after `run` as the programs of a pipeline: `--pipe` ends the arguments of one and comes before the name of the
 * next, wherever it stands after the first name. `APP:PROGRAM` names a program besides the entry point. With `isOne`, it is an argument like any other. Throws `UsageError`
 * `cli.missing-name`.
 */
export function splitStages(
  words: readonly string[],
  { isOne }: { isOne: boolean },
): [StageWords, ...StageWords[]] {
  const at = isOne ? -1 : words.indexOf(separator)
  const [name, ...args] = at === -1 ? words : words.slice(0, at)
  if (name === undefined || name === '')
    throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
      hint: `${cliCall()} run <name> [arguments …] [--pipe <name> [arguments …]]`,
    })
  const colon = name.indexOf(':')
  const stage =
    colon === -1
      ? { name: parseAppName(name), args }
      : { name: parseAppName(name.slice(0, colon)), program: name.slice(colon + 1), args }
  return at === -1 ? [stage] : [stage, ...splitStages(words.slice(at + 1), { isOne })]
}
