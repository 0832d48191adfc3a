import type { ManagerSettings } from '../../services/installer/src/managers/manager-settings.ts'
import type {
  DetectRequest,
  PlanRequest,
  StrategyHost,
} from '../../services/installer/src/strategies/strategy.ts'

/** A host as strategies see it, with tools at made-up places and no mirrors. */
export const exampleHost = (changes: Partial<StrategyHost> = {}): StrategyHost => ({
  platform: 'linux-x64',
  paths: { npm: '/usr/bin/npm', python3: '/usr/bin/python3', 'apt-get': '/usr/bin/apt-get' },
  node: { path: '/usr/bin/node', version: '20.19.0' },
  isRoot: true,
  environment: { PATH: '/usr/bin:/bin' },
  mirror: (url) => url,
  cache: '/cache',
  hosts: [],
  registries: [],
  folder: '/workspace',
  nodeFolder: ({ package: name, version }) => `/store/${name}/${version}/key/prefix`,
  ...changes,
})

/** A request to plan an install of `greet`, with nothing locked and nothing allowed beyond the plan. */
export const exampleRequest = <Facts>(
  facts: Facts,
  changes: Partial<PlanRequest<Facts>> = {},
): PlanRequest<Facts> => ({
  host: exampleHost(),
  bin: 'greet',
  prefix: '/store/greet/1.2.3/key/prefix',
  facts,
  allowed: { scripts: [], builds: [], sources: [] },
  ...changes,
})

/** What a manager's settings come out as where the user has none. */
export const exampleSettings = (changes: Partial<ManagerSettings> = {}): ManagerSettings => ({
  sources: [],
  origin: '',
  variables: {},
  files: {},
  readable: [],
  proxies: {},
  remarks: [],
  unused: [],
  ...changes,
})

/** A request for the facts of a method, with nothing locked and nothing in the store. */
export const exampleDetection = (changes: Partial<DetectRequest> = {}): DetectRequest => ({
  isOffline: false,
  signal: new AbortController().signal,
  storedNodes: async () => [],
  ...changes,
})
