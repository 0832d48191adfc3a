import type { Keyring } from '@cli-apps/core/node'
import type { EffectPolicySetting } from './confirm/effect-policy.ts'
import type { RegistrySetting } from './discovery/available-apps.ts'
import type { Hooks } from './hooks.ts'
import type { GivenAccess } from './sandbox/app-access.ts'
import type { SandboxSetting } from './sandbox/sandbox-setting.ts'

/** Values that the host grants to apps: by app name, then by the name of an environment variable. */
export type Grants = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface RuntimeOptions extends Hooks {
  /** Folder that contains `.cli-apps`, absolute or relative; parent folders are not searched. */
  workspace: string
  /**
   * Folder of another workspace whose installed apps are run in `workspace`, which keeps nothing of them; logs and saved output go
   * there too. `workspace` when absent.
   */
  apps?: string
  /**
   * Whether the apps that the user installed with `--global` are seen too, where the workspace has none of that name; true when
   * absent. Ignored with `apps`.
   */
  userApps?: boolean
  /** Source of the clean environment of apps; `process.env` when absent. */
  environment?: Readonly<Record<string, string | undefined>>
  /**
   * The folder of cli-apps of the user who installs, with the key that signs install records; `CLI_APPS_HOME`, else the
   * user's data folder when absent. Apps that this user did not install on this machine are not run.
   */
  home?: string
  /**
   * Environment variables that apps may see, in addition to those of the user. A value reaches an app only when its
   * manifest declares the name; values that the manifest calls secret are redacted from the output.
   */
  grants?: Grants
  /**
   * Whether apps also see the values that the user set with `cli-apps env set`; true when absent. `grants` takes
   * precedence.
   */
  userGrants?: boolean
  /**
   * Declared access that apps have besides what the user granted, by app name: `{ git: ['file:~/.ssh'] }`. Whatever an app does not
   * declare is not given.
   */
  access?: GivenAccess
  /** Has the values that the user keeps in a keyring, instead of the keyring of the operating system. */
  keyring?: Keyring
  /**
   * How apps are confined. When absent: `workspace` if bubblewrap works, else `off`. A setting that is present is enforced,
   * or nothing runs. `runtime.sandbox()` returns the result.
   */
  sandbox?: SandboxSetting
  /** Characters of stdout and stderr together in a result; 12,000 when absent, at least 1,000. */
  outputCharacters?: number
  /** Tokens that the description of `run_cli_app` may take; 600 when absent, at least 200. */
  descriptionTokens?: number
  /** Calls that `executeAll` runs in parallel; 4 when absent. */
  concurrency?: number
  /** Bytes of a log file; 50 MB when absent. */
  logBytes?: number
  /**
   * Decision for calls of each effect: `default` when absent (asks before destructive calls), `strict` (also asks before
   * calls of unknown effect), or a decision for some effects, with the default for the others.
   */
  effects?: EffectPolicySetting
  /** Seconds that a call waits for confirmation; 600 when absent. */
  confirmationSeconds?: number
  /**
   * A call whose timeout is longer than this many seconds runs in a separate process from the start; if it has not ended
   * after that time, the answer is a job. 120 when absent.
   */
  jobAfterSeconds?: number
  /** Whether calls are written to `.cli-apps/logs/audit.jsonl`; true when absent. */
  audit?: boolean
  /**
   * Which apps discovery may name besides installed ones. `cached` (when absent): apps of the built-in catalog or of the
   * workspace's registries, as far as this machine has them, without network; `off`: none.
   */
  registry?: RegistrySetting
  /**
   * Command that starts the installer, such as `['npx', 'cli-apps']`: adds the tool `install_cli_app`, whose plans
   * require confirmation. An empty list adds nothing.
   */
  installer?: readonly string[]
  /**
   * Whether the Runtime Context says how to install a mentioned app that is not installed, if `registry` lets discovery
   * name it; false when absent.
   */
  suggestInstalls?: boolean
  /** Folders of skill folders that the host program ships, after those of the workspace and the user. */
  builtInSkills?: readonly string[]
  /** Whether skills in the user's own configuration count; true when absent. */
  userSkills?: boolean
  /** Names of skills, or of the apps that they are about, that are ignored. */
  disabledSkills?: readonly string[]
  /**
   * Whether the user trusts all files of the workspace. When absent or false, only skills that are byte for byte as the
   * installer wrote them are used. A function is called on each access, with the real path of the folder.
   */
  trustWorkspace?: boolean | ((workspace: string) => boolean | Promise<boolean>)
  /** Called with unexpected errors of tools, which the model sees only as `internal`. */
  onBug?: (error: unknown) => void
}

/** The limits of a runtime, with defaults filled in. */
export interface Limits {
  outputCharacters: number
  descriptionTokens: number
  concurrency: number
  logBytes: number
  confirmationMs: number
  jobAfterMs: number
}

/** Longest delay of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1

export const limitsOf = (options: RuntimeOptions): Limits => ({
  outputCharacters: Math.max(1000, options.outputCharacters ?? 12_000),
  descriptionTokens: Math.max(200, options.descriptionTokens ?? 600),
  concurrency: Math.max(1, options.concurrency ?? 4),
  logBytes: Math.max(0, options.logBytes ?? 50_000_000),
  confirmationMs: Math.min(longestTimer, Math.max(1, options.confirmationSeconds ?? 600) * 1000),
  jobAfterMs: Math.min(longestTimer, Math.max(0, options.jobAfterSeconds ?? 120) * 1000),
})
