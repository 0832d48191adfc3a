import path from 'node:path'
import { certificateNames, cleanEnvironment } from '@cli-apps/core/node'

/** What a program is not to learn while it is tried: settings of this user that would show in its help or open windows. */
const withheld = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'HOMEDRIVE',
  'HOMEPATH',
  'LANGUAGE',
  // It is not to call anywhere, and no proxy is to become the default value of an option.
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  ...certificateNames,
]

/** No pager, never an empty one, which some programs take for a command. Wide lines are not wrapped. */
const layout = {
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: 'cat',
  BAT_PAGER: 'cat',
  COLUMNS: '1000',
  MANWIDTH: '1000',
  NO_COLOR: '1',
  TERM: 'dumb',
}

/** Settings by which programs leave out what they would send, fetch, ask or advertise. */
const quiet = {
  CI: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  ADBLOCK: '1',
  DISABLE_OPENCOLLECTIVE: '1',
  OPEN_SOURCE_CONTRIBUTOR: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  GIT_TERMINAL_PROMPT: '0',
  // Asks root before it says anything.
  COMPOSER_ALLOW_SUPERUSER: '1',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
  HOMEBREW_NO_ANALYTICS: '1',
  HOMEBREW_NO_AUTO_UPDATE: '1',
  HOMEBREW_NO_ENV_HINTS: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  POWERSHELL_TELEMETRY_OPTOUT: '1',
  POWERSHELL_UPDATECHECK: 'Off',
  AZURE_CORE_COLLECT_TELEMETRY: '0',
  SAM_CLI_TELEMETRY: '0',
  CHECKPOINT_DISABLE: '1',
  GOTELEMETRY: 'off',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  GATSBY_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  NG_CLI_ANALYTICS: 'false',
  CDK_DISABLE_VERSION_CHECK: '1',
  HF_HUB_DISABLE_TELEMETRY: '1',
  STRIPE_CLI_TELEMETRY_OPTOUT: '1',
  // Unpacks itself instead of mounting itself, which would stay mounted.
  APPIMAGE_EXTRACT_AND_RUN: '1',
}

/** Where programs are to find their user's folders, below the home of a probe. */
const homeFolders = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: path.join('.local', 'share'),
  XDG_STATE_HOME: path.join('.local', 'state'),
  XDG_CACHE_HOME: '.cache',
  APPDATA: path.join('AppData', 'Roaming'),
  LOCALAPPDATA: path.join('AppData', 'Local'),
}

/** Help is read in English, and what is not is kept whole. */
const locales: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }

/**
 * The environment that programs are tried in: of `environment` what they need to start, a home and a folder for temporary
 * files of their own, and settings that keep them from colouring, paging, asking, calling home and looking for updates.
 */
export function probeEnvironment(
  environment: NodeJS.ProcessEnv,
  { home, temporary }: { home: string; temporary: string },
): Record<string, string> {
  const inherited = Object.entries(cleanEnvironment(environment)).filter(
    ([name]) => !withheld.includes(name) && !name.startsWith('XDG_'),
  )
  const locale = locales[process.platform]
  return {
    ...Object.fromEntries(inherited),
    ...layout,
    ...quiet,
    ...(locale === undefined ? {} : { LANG: locale, LC_ALL: locale, LC_CTYPE: locale }),
    HOME: home,
    USERPROFILE: home,
    ...Object.fromEntries(
      Object.entries(homeFolders).map(([name, folder]) => [name, path.join(home, folder)]),
    ),
    XDG_RUNTIME_DIR: temporary,
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  }
}
