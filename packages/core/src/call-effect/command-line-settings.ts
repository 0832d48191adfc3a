/** Options that pass configuration or another program to run, in any program. */
const settingOptions =
  /^--(config|config-env|config-file|configuration|conf|exec-path|rsh|rsync-path|ssh-command|upload-pack|receive-pack|alias|rcfile|init-file|eval-command|use-compress-program|to-command|checkpoint-action|plugin)$/

/** Whether an option passes configuration, whatever the program. */
export const isSettingOption = (name: string): boolean => settingOptions.test(name)

/** `-c alias.x=push`, and `-o ProxyCommand=…` as ssh takes it. */
const settings: Readonly<Record<string, RegExp>> = {
  c: /^[A-Za-z][\w-]*(\.[\w-]+)+=/,
  o: /^[A-Z][A-Za-z]{3,40}[=\s]/,
}

/**
 * Whether arguments contain configuration for the program, which may make a command do something its name does not
 * suggest. `--` ends the options. Options that are judged otherwise do not count.
 */
export function hasSettings(
  args: readonly string[],
  isJudged: (name: string, at: number) => boolean = () => false,
): boolean {
  const end = args.indexOf('--')
  const words = end === -1 ? args : args.slice(0, end)
  return words.some((word, at) => {
    const [name = ''] = word.split('=', 1)
    if (isSettingOption(name)) return !isJudged(name, at)
    const form = word.startsWith('-') ? settings[word.charAt(1)] : undefined
    if (form !== undefined && isJudged(word.slice(0, 2), at)) return false
    return form?.test(word.length === 2 ? (words[at + 1] ?? '') : word.slice(2)) ?? false
  })
}
