/** Proxies as the environment names them, in small letters. */
export interface ProxyVariables {
  http_proxy?: string
  https_proxy?: string
  all_proxy?: string
  no_proxy?: string
}

const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'] as const

/** The proxies that the environment names; small letters win, as with curl. */
export const proxyVariables = (environment: NodeJS.ProcessEnv): ProxyVariables =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name] || environment[name.toUpperCase()]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )

/** The same for programs, some of which read the names in capitals alone. */
export const spelledBothWays = (proxies: ProxyVariables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(proxies).flatMap(([name, value]) => [
      [name, value],
      [name.toUpperCase(), value],
    ]),
  )
