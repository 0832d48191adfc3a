import path from 'node:path'
import { certificateNames, cleanEnvironment } from '@cli-apps/core/node'

/** Variables withheld from a probed program: user settings that would show in its help or open windows. */
const withheld = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'HOMEDRIVE',
  'HOMEPATH',
  'LANGUAGE',
  // It should make no requests, and no proxy should appear as an option's default.
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  ...certificateNames,
]

/** No pager, but never an empty one, which some programs try to run. Wide lines are not wrapped. */
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

/** Settings that disable telemetry, updates, prompts and advertisements. */
const quiet = {
  CI: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  ADBLOCK: '1',
  DISABLE_OPENCOLLECTIVE: '1',
  OPEN_SOURCE_CONTRIBUTOR: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  GIT_TERMINAL_PROMPT: '0',
  // Otherwise asks root for confirmation before printing anything.
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

/** The user folders for programs, below the home of a probe. */
const homeFolders = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: path.join('.local', 'share'),
  XDG_STATE_HOME: path.join('.local', 'state'),
  XDG_CACHE_HOME: '.cache',
  APPDATA: path.join('AppData', 'Roaming'),
  LOCALAPPDATA: path.join('AppData', 'Local'),
}

/** Help is read in English; UTF-8 keeps other text intact. */
const locales: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }

/**
 * Returns the environment for probing programs: what they need of `environment`, a temporary home and temporary folder,
 * and settings against colors, pagers, prompts, telemetry and update checks.
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
