import type { MethodKind } from '@cli-apps/core'
import { cleanEnvironment } from '@cli-apps/core/node'

/**
 * What users configure each package manager with, by the names of variables: where packages come from, what proves who
 * asks, and where the cache is. What would change the plan (targets, extra packages, options) stays out, and so does what
 * npm itself adds for a project at hand. No manager sees the settings of another.
 */
const settings: Partial<Record<MethodKind, RegExp>> = {
  npm: /^npm_config_(registry|cache|userconfig|globalconfig|cafile|ca|cert|key|strict_ssl|fetch_.*|maxsockets|prefer_offline|offline|(https?[-_])?proxy|noproxy|@.*|\/\/.*)$/i,
  pip: /^(pip_(index_url|extra_index_url|no_index|find_links|trusted_host|proxy|cert|client_cert|cache_dir|no_cache_dir|config_file|timeout|default_timeout|retries|keyring_provider|use_feature)|uv_(index|index_.*|default_index|extra_index_url|no_index|find_links|insecure_host|cache_dir|no_cache|config_file|http_timeout|native_tls|keyring_provider|offline|python_downloads|python_install_(dir|mirror)|concurrent_.*))$/i,
  cargo:
    /^(cargo_(home|net_.*|http_.*|registries_.*|registry_.*|source_.*|build_jobs)|rustup_(home|toolchain|dist_server|update_root))$/i,
  go: /^(goproxy|goprivate|gonoproxy|gonosumdb|gosumdb|goauth|gomodcache|gocache|gopath|goroot|goenv|gotoolchain|netrc)$/i,
  brew: /^homebrew_(api_domain|bottle_domain|artifact_domain|brew_git_remote|core_git_remote|pip_index_url|cache|temp|github_api_token|docker_registry_.*|curlrc|curl_path|git_path|make_jobs|require_.*|forbidden_.*|allowed_taps|verify_attestations)$/i,
  scoop: /^scoop(_global|_cache|_gh_token)?$/i,
}

/** The way out of this network, and the version managers through which many people start Node, Python and others. */
const common = /^((https?|all|no)_proxy|(pyenv|asdf|mise|volta|nvm)_.*)$/i

/** The environment of a step. One that belongs to no manager runs code of strangers and gets what every program gets. */
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
