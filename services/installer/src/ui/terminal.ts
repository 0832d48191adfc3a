type Environment = NodeJS.ProcessEnv

/** What the terminal can show. */
interface Terminal {
  /** Whether a person can be asked and shown progress. */
  isInteractive: boolean
  /** Whether characters beyond ASCII are displayed correctly. */
  isUnicode: boolean
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
/** Whether a variable is set to anything but `0` or `false`. */
export const isOn = (value: string | undefined): boolean => isSet(value) && value !== '0' && value !== 'false'

/** Decides by the environment, and by whether stderr, which carries questions and progress, is a terminal. */
export const readTerminal = (
  stderr: { isTTY?: boolean },
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Terminal => ({
  isInteractive: stderr.isTTY === true && environment.TERM !== 'dumb' && !isOn(environment.CI),
  isUnicode: showsUnicode(environment, platform),
})

/** Whether a stream may be colored. `NO_COLOR` overrides `FORCE_COLOR`, and both override whether it is a terminal. */
export function showsColour(stream: { isTTY?: boolean }, environment: Environment): boolean {
  if (isSet(environment.NO_COLOR)) return false
  if (environment.FORCE_COLOR !== undefined) return isOn(environment.FORCE_COLOR)
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** Returns the locale of messages, in the precedence that POSIX defines. */
export const localeOf = ({ LC_ALL, LC_MESSAGES, LANG }: Environment): string =>
  [LC_ALL, LC_MESSAGES, LANG].find(isSet) ?? ''

function showsUnicode(environment: Environment, platform: NodeJS.Platform): boolean {
  // The font of the Linux console has 512 glyphs.
  if (environment.TERM === 'linux') return false
  if (platform === 'win32') return isModernWindowsTerminal(environment)
  const { LC_ALL, LC_CTYPE, LANG } = environment
  const locale = [LC_ALL, LC_CTYPE, LANG].find(isSet)
  // Programs started from the macOS desktop have no locale, and its terminals support Unicode.
  if (locale === undefined) return platform === 'darwin'
  return /utf-?8/i.test(locale)
}

/** A program cannot query the code page of a Windows console; these terminals are known to support Unicode. */
const isModernWindowsTerminal = (environment: Environment): boolean =>
  isSet(environment.WT_SESSION) ||
  isSet(environment.TERMINUS_SUBLIME) ||
  environment.ConEmuTask === '{cmd::Cmder}' ||
  ['vscode', 'Terminus-Sublime', 'WezTerm'].includes(environment.TERM_PROGRAM ?? '') ||
  /^(xterm-256color|alacritty|rxvt-unicode|rxvt-unicode-256color)$/.test(environment.TERM ?? '') ||
  environment.TERMINAL_EMULATOR === 'JetBrains-JediTerm'
