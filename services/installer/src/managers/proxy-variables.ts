/** Proxies as in the environment, with lowercase names. */
export interface ProxyVariables {
  http_proxy?: string
  https_proxy?: string
  all_proxy?: string
  no_proxy?: string
}

const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'] as const

/** Returns the proxies of the environment; lowercase names take precedence, as in curl. */
export const proxyVariables = (environment: NodeJS.ProcessEnv): ProxyVariables =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name] || environment[name.toUpperCase()]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )

/** Returns the proxies in both spellings, since some programs only read uppercase names. */
export const spelledBothWays = (proxies: ProxyVariables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(proxies).flatMap(([name, value]) => [
      [name, value],
      [name.toUpperCase(), value],
    ]),
  )
