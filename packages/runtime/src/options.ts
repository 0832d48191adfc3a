import type { EffectPolicySetting } from './confirm/effect-policy.ts'
import type { RegistrySetting } from './discovery/available-apps.ts'
import type { Hooks } from './hooks.ts'
import type { SandboxSetting } from './sandbox/sandbox-setting.ts'

/** Values that the host gives to apps: by app name, then by the name of an environment variable. */
export type Grants = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface RuntimeOptions extends Hooks {
  /** The folder that holds `.cli-apps`: an absolute or relative path, taken as it is (no parent folder is searched). */
  workspace: string
  /** What the clean environment of apps is taken from; `process.env` when absent. */
  environment?: Readonly<Record<string, string | undefined>>
  /**
   * The folder of cli-apps of the user who installs, with the key that signs install records; `CLI_APPS_HOME`, else the
   * user's data folder when absent. What was not installed by that user on this machine is not run.
   */
  home?: string
  /**
   * Environment variables that apps may see, beside the user's own. A value reaches an app only when its manifest declares the name too; one that
   * the manifest calls secret is redacted from what the app prints.
   */
  grants?: Grants
  /**
   * Whether apps also see what the user keeps for them with `cli-apps env set`; true when absent. Where both have a value,
   * that of `grants` counts.
   */
  userGrants?: boolean
  /**
   * How apps are confined. `workspace` when absent, where bubblewrap works, and else `off`; one that is named is in force or
   * nothing runs. `runtime.sandbox()` tells.
   */
  sandbox?: SandboxSetting
  /** Characters of stdout and stderr together that a result holds; 12,000 when absent, at least 1,000. */
  outputCharacters?: number
  /** Tokens that the description of `run_cli_app` may take; 600 when absent, at least 200. */
  descriptionTokens?: number
  /** Tools that `executeAll` runs at the same time; 4 when absent. */
  concurrency?: number
  /** Bytes of a log file; 50 MB when absent. */
  logBytes?: number
  /**
   * What happens with calls of each effect: `default` when absent (asks before what destroys), `strict` (also before what
   * nobody knows), or effects with a decision each, the others as by default.
   */
  effects?: EffectPolicySetting
  /** Seconds that a call waits for confirmation; 600 when absent. */
  confirmationSeconds?: number
  /**
   * A call of an app whose time limit is longer than this many seconds runs under a process of its own from the start; one
   * that has not ended after so long is answered with a job. 120 when absent.
   */
  jobAfterSeconds?: number
  /** Whether calls are written to `.cli-apps/logs/audit.jsonl`; true when absent. */
  audit?: boolean
  /**
   * Which apps that are not installed discovery may name: `cached` when absent, those of the built-in catalog or of the
   * workspace's registries as far as this machine has them, without asking anybody; or none (`off`).
   */
  registry?: RegistrySetting
  /**
   * What starts the installer, such as `['npx', 'cli-apps']`: adds the tool `install_cli_app`, whose plans require confirmation. An
   * empty list is none.
   */
  installer?: readonly string[]
  /**
   * Whether a message that mentions an app which is not installed gets a line that says how to install it, for apps that
   * `registry` lets discovery name; false when absent.
   */
  suggestInstalls?: boolean
  /** Folders of skill folders that the host program ships, after those of the workspace and the user. */
  builtInSkills?: readonly string[]
  /** Whether skills in the user's own configuration count; true when absent. */
  userSkills?: boolean
  /** Names of skills, or of the apps that they are about, that are treated as if they were not there. */
  disabledSkills?: readonly string[]
  /**
   * Whether the user relies on what else lies in the folder. When absent or false, of the workspace's skills only those
   * that are byte for byte as the installer wrote them are used. A function is asked at each look, with the folder's real path.
   */
  trustWorkspace?: boolean | ((workspace: string) => boolean | Promise<boolean>)
  /** Told about errors that no tool should throw, which the model sees only as `internal`. */
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

/** What a timer can wait for, in milliseconds. */
const longestTimer = 2 ** 31 - 1

export const limitsOf = (options: RuntimeOptions): Limits => ({
  outputCharacters: Math.max(1000, options.outputCharacters ?? 12_000),
  descriptionTokens: Math.max(200, options.descriptionTokens ?? 600),
  concurrency: Math.max(1, options.concurrency ?? 4),
  logBytes: Math.max(0, options.logBytes ?? 50_000_000),
  confirmationMs: Math.min(longestTimer, Math.max(1, options.confirmationSeconds ?? 600) * 1000),
  jobAfterMs: Math.min(longestTimer, Math.max(0, options.jobAfterSeconds ?? 120) * 1000),
})
