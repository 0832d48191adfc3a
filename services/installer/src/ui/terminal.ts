type Environment = NodeJS.ProcessEnv

/** What can be shown where the output goes. */
interface Terminal {
  /** Can the person at the other end be asked and shown progress? */
  isInteractive: boolean
  /** Are signs beyond ASCII shown as what they are? */
  isUnicode: boolean
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
const isOn = (value: string | undefined): boolean => isSet(value) && value !== '0' && value !== 'false'

/** Decides by the environment and by whether stderr, where questions and progress go, is a terminal. */
export const readTerminal = (
  stderr: { isTTY?: boolean },
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Terminal => ({
  isInteractive: stderr.isTTY === true && environment.TERM !== 'dumb' && !isOn(environment.CI),
  isUnicode: showsUnicode(environment, platform),
})

/** May this stream be coloured? `NO_COLOR` wins over `FORCE_COLOR`, and both over what the stream is. */
export function showsColour(stream: { isTTY?: boolean }, environment: Environment): boolean {
  if (isSet(environment.NO_COLOR)) return false
  if (environment.FORCE_COLOR !== undefined) return isOn(environment.FORCE_COLOR)
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** The locale of messages, by the order that POSIX gives. */
export const localeOf = ({ LC_ALL, LC_MESSAGES, LANG }: Environment): string =>
  [LC_ALL, LC_MESSAGES, LANG].find(isSet) ?? ''

function showsUnicode(environment: Environment, platform: NodeJS.Platform): boolean {
  // The kernel's console has a font of 512 signs.
  if (environment.TERM === 'linux') return false
  if (platform === 'win32') return isModernWindowsTerminal(environment)
  const { LC_ALL, LC_CTYPE, LANG } = environment
  const locale = [LC_ALL, LC_CTYPE, LANG].find(isSet)
  // Programs that macOS starts from its desktop have no locale, and its terminals show everything.
  if (locale === undefined) return platform === 'darwin'
  return /utf-?8/i.test(locale)
}

/** The code page of a Windows console cannot be asked for; these terminals are known to show everything. */
const isModernWindowsTerminal = (environment: Environment): boolean =>
  isSet(environment.WT_SESSION) ||
  isSet(environment.TERMINUS_SUBLIME) ||
  environment.ConEmuTask === '{cmd::Cmder}' ||
  ['vscode', 'Terminus-Sublime', 'WezTerm'].includes(environment.TERM_PROGRAM ?? '') ||
  /^(xterm-256color|alacritty|rxvt-unicode|rxvt-unicode-256color)$/.test(environment.TERM ?? '') ||
  environment.TERMINAL_EMULATOR === 'JetBrains-JediTerm'
