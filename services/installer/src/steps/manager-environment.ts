import type { MethodKind } from '@cli-apps/core'
import { cleanEnvironment } from '@cli-apps/core/node'

/**
 * Names of the variables with which users configure system managers.
 * The other managers get generated settings and none of the user's variables. No manager sees the settings of another.
 */
const settings: Partial<Record<MethodKind, RegExp>> = {
  brew: /^homebrew_(api_domain|bottle_domain|artifact_domain|brew_git_remote|core_git_remote|pip_index_url|cache|temp|github_api_token|docker_registry_.*|curlrc|curl_path|git_path|make_jobs|require_.*|forbidden_.*|allowed_taps|verify_attestations)$/i,
  scoop: /^scoop(_global|_cache|_gh_token)?$/i,
}

/** Proxy settings, and the version managers through which many people start Node, Python and others. */
const common = /^((https?|all|no)_proxy|(pyenv|asdf|mise|volta|nvm)_.*)$/i

/**
 * Returns the environment of a step. A step without a manager runs third-party code and gets the environment of every
 * program.
 */
export function managerEnvironment(
  environment: NodeJS.ProcessEnv,
  manager: MethodKind | undefined,
): Record<string, string> {
  const clean = cleanEnvironment(environment)
  if (manager === undefined) return clean
  const own = settings[manager]
  const added = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (common.test(entry[0]) || own?.test(entry[0]) === true),
  )
  return { ...clean, ...Object.fromEntries(added) }
}
