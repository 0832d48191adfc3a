import { homedir } from 'node:os'
import path from 'node:path'
import { readText } from '@cli-apps/core/node'
import { type ManagerSettings, originOf } from './manager-settings.ts'
import { ownEnvironment } from './own-environment.ts'

export const goProxy = 'https://proxy.golang.org'

const counts = ['GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE', 'GOINSECURE', 'GOROOT']

/** Reads go's settings from the user's file, which `go env -w` writes, and the user's variables. */
export async function readGoSettings({
  environment,
  mirror,
}: {
  environment: NodeJS.ProcessEnv
  mirror: (url: string) => string
}): Promise<ManagerSettings> {
  const own = ownEnvironment(environment)
  const home = own.HOME || own.USERPROFILE || homedir()
  const config = own.XDG_CONFIG_HOME || path.join(home, '.config')
  const text = await readText(own.GOENV || path.join(config, 'go', 'env')).catch(() => undefined)
  const kept = Object.fromEntries([
    ...(text ?? '').split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z]+)=(.*?)\s*$/.exec(line) ?? []
      return counts.includes(name) ? [[name, value]] : []
    }),
    ...counts.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  ]) as Record<string, string>
  const mirrored = mirror(goProxy)
  // Only module proxies: "direct" would run git and similar tools for any host that a module is named after.
  const proxies = (kept.GOPROXY ?? goProxy).split(/[,|]/).filter((one) => /^(https?|file):/.test(one))
  const sources = mirrored === goProxy ? proxies : [mirrored]
  return {
    sources: [...sources, 'https://sum.golang.org/'],
    origin: sources.length === 1 && sources[0] === goProxy ? '' : originOf(sources),
    variables: { ...kept, GOPROXY: sources.length === 0 ? 'off' : sources.join(',') },
    files: {},
    readable: [],
    proxies: {},
    remarks: [],
    unused: [],
  }
}
