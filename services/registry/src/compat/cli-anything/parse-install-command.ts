import type { InstallMethod } from '@cli-apps/core'

/** Why an entry of an external catalog gives no manifest; `rule` is stable. */
export interface ImportRefusal {
  rule: string
  reason: string
}

export const refusal = (rule: string, reason: string): { refusal: ImportRefusal } => ({
  refusal: { rule, reason },
})

/** Values that a command may leave out. */
export interface KnownVersions {
  /** Version of the entry, if it has one. */
  version: string | undefined
  /** Full commit hashes by repository URL, for commands that name a branch. */
  commits: Readonly<Record<string, string>>
}

export type ParsedInstall = { method: InstallMethod } | { refusal: ImportRefusal }

/** Characters that are special in a shell. */
const shellSyntax = /[|&;$`<>(){}*?~\\'"\n]|(^|\s)!/

/** Parses commands such as `pip install X` into an install method; nothing in the text is ever run. */
export function parseInstallCommand(command: string, known: KnownVersions): ParsedInstall {
  if (/\b(curl|wget|irm|iwr)\b.*\|/i.test(command))
    return refusal('shell.download-and-run', 'The command pipes a download to a shell.')
  if (shellSyntax.test(command)) return refusal('shell.syntax', `${quoted(command)} needs a shell.`)
  const [program = '', ...words] = command.trim().split(/\s+/)
  const args = /^python3?$/.test(program) && words[0] === '-m' ? words.slice(2) : words
  const manager = args === words ? program : (words[1] ?? '')
  const parse = Object.hasOwn(managers, manager) ? managers[manager] : undefined
  if (parse === undefined)
    return refusal('install.unknown-manager', `${quoted(program)} is not a supported package manager.`)
  return parse(args, known)
}

const managers: Record<string, (args: readonly string[], known: KnownVersions) => ParsedInstall> = {
  pip: (args, known) => afterVerb(args, ['install'], (target) => pipMethod(target, known)),
  pip3: (args, known) => afterVerb(args, ['install'], (target) => pipMethod(target, known)),
  pipx: (args, known) => afterVerb(args, ['install'], (target) => pipMethod(target, known)),
  uv: (args, known) => afterVerb(args, ['tool', 'install'], (target) => pipMethod(target, known)),
  npm: (args, known) =>
    afterVerb(
      args.filter((arg) => arg !== '-g' && arg !== '--global'),
      ['install'],
      (target) => npmMethod(target, known),
    ),
  brew: (args) => brewMethod(args),
  cargo: (args, known) => cargoMethod(args, known),
}

/** Returns the single package after the verb. Options are refused, because they change what is installed. */
function afterVerb(
  args: readonly string[],
  verb: readonly string[],
  parse: (target: string) => ParsedInstall,
): ParsedInstall {
  const targets = args.slice(verb.length)
  if (verb.some((word, at) => args[at] !== word))
    return refusal('install.not-an-install', `${quoted(args.join(' '))} does not install.`)
  const option = targets.find((target) => target.startsWith('-'))
  if (option !== undefined) return refusal('install.option', `The option ${quoted(option)} is not supported.`)
  const [target] = targets
  if (target === undefined || targets.length > 1)
    return refusal('install.not-one', 'The command does not install exactly one package.')
  return parse(target)
}

function pipMethod(target: string, known: KnownVersions): ParsedInstall {
  if (target.includes('+') || target.includes('://')) return pipGit(target, known)
  const [name = '', given] = target.split('==', 2)
  const pinned = given ?? known.version
  if (pinned === undefined) return unpinned(name)
  return { method: { method: 'pip', package: name, version: pinned } }
}

function pipGit(target: string, known: KnownVersions): ParsedInstall {
  const found = /^git\+(https:\/\/[^@#]+?)(?:@([^#]*))?(?:#(.*))?$/.exec(target)
  if (found === null) return refusal('install.url', `${quoted(target)} is not a git URL over HTTPS.`)
  const [, git = '', commit, fragment = ''] = found
  const pinned = pinnedCommit(git, commit, known)
  if (typeof pinned !== 'string') return pinned
  const subdirectory = /(?:^|&)subdirectory=([^&]+)/.exec(fragment)?.[1]
  return { method: { method: 'pip', git, commit: pinned, ...(subdirectory && { subdirectory }) } }
}

function pinnedCommit(
  git: string,
  named: string | undefined,
  { commits }: KnownVersions,
): string | { refusal: ImportRefusal } {
  const commit = named ?? (Object.hasOwn(commits, git) ? commits[git] : undefined)
  if (commit !== undefined && /^[0-9a-f]{40}$/.test(commit)) return commit
  return refusal(
    'git.unpinned',
    commit === undefined
      ? 'The command installs the head of a git repository. Pin it with a commit of 40 digits.'
      : `${quoted(commit)} is a branch or tag, which can move. Pin it with a commit of 40 digits.`,
  )
}

function npmMethod(target: string, { version }: KnownVersions): ParsedInstall {
  const at = target.lastIndexOf('@')
  const [name, given] = at > 0 ? [target.slice(0, at), target.slice(at + 1)] : [target, undefined]
  const pinned = given === undefined || given === 'latest' ? version : given
  if (pinned === undefined || !isExact(pinned)) return unpinned(name)
  return { method: { method: 'npm', package: name, version: pinned } }
}

function brewMethod(args: readonly string[]): ParsedInstall {
  const isCask = args.includes('--cask')
  return afterVerb(
    args.filter((arg) => arg !== '--cask'),
    ['install'],
    (target) => ({ method: { method: 'brew', ...(isCask ? { cask: target } : { formula: target }) } }),
  )
}

function cargoMethod(args: readonly string[], known: KnownVersions): ParsedInstall {
  const optionValue = (option: string): string | undefined =>
    args.includes(option) ? args[args.indexOf(option) + 1] : undefined
  const git = optionValue('--git')
  if (git !== undefined) {
    const pinned = pinnedCommit(
      git,
      optionValue('--rev') ?? optionValue('--tag') ?? optionValue('--branch'),
      known,
    )
    return typeof pinned === 'string' ? { method: { method: 'cargo', git, commit: pinned } } : pinned
  }
  const given = optionValue('--version')
  const rest = args.filter((arg) => arg !== '--locked' && arg !== '--version' && arg !== given)
  return afterVerb(rest, ['install'], (crate) => {
    const pinned = given ?? known.version
    return pinned === undefined || !isExact(pinned)
      ? unpinned(crate)
      : { method: { method: 'cargo', crate, version: pinned } }
  })
}

/** npm and cargo treat `1.2` as a range. */
const isExact = (version: string): boolean => /^\d+\.\d+\.\d+([-+]|$)/.test(version)

const unpinned = (name: string) =>
  refusal('version.unpinned', `Neither the command nor the entry names one exact version of ${quoted(name)}.`)

const quoted = (text: string): string => JSON.stringify(text.slice(0, 120))
