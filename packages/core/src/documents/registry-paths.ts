const segment = encodeURIComponent

/** Paths of the registry, relative to its base, the same on a server and in a static site. */
export const registryPaths = {
  index: () => 'v1/index.json',
  shard: (prefix: string) => `v1/index/${prefix}.json`,
  categories: () => 'v1/categories.json',
  keys: () => 'v1/keys.json',
  timestamp: () => 'v1/timestamp.json',
  schema: () => 'v1/schema/app.json',
  app: (name: string) => `v1/apps/${segment(name)}.json`,
  version: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}.json`,
  commands: (name: string, version: string, program: string) =>
    `v1/apps/${segment(name)}/${segment(version)}/commands/${segment(program)}.json`,
  closure: (name: string, version: string, architecture: string) =>
    `v1/apps/${segment(name)}/${segment(version)}/closures/${segment(architecture)}.json`,
  recipes: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}/recipes.json`,
  playbook: (name: string) => `v1/playbooks/${segment(name)}.json`,
  skill: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}/SKILL.md`,
  publish: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}`,
  lifecycle: (name: string, version: string, verb: 'yank' | 'unyank' | 'deprecate') =>
    `v1/apps/${segment(name)}/${segment(version)}/${verb}`,
  tag: (name: string, tag: string) => `v1/apps/${segment(name)}/tags/${segment(tag)}`,
  removal: (name: string, verb: 'remove' | 'restore') => `v1/apps/${segment(name)}/${verb}`,
  owners: (name: string) => `v1/apps/${segment(name)}/owners`,
  owner: (name: string, owner: string) => `v1/apps/${segment(name)}/owners/${segment(owner)}`,
  history: (name: string) => `v1/apps/${segment(name)}/history`,
  audit: (name: string) => `v1/apps/${segment(name)}/audit`,
  trustedPublishers: (name: string) => `v1/apps/${segment(name)}/trusted-publishers`,
  tokens: () => 'v1/tokens',
  token: (id: string) => `v1/tokens/${segment(id)}`,
  exchange: () => 'v1/tokens/exchange',
  installs: () => 'v1/installs',
  validate: () => 'v1/validate',
  search: (query: string, limit: number) => `v1/search?q=${segment(query)}&limit=${limit}`,
  whoami: () => 'v1/whoami',
} as const
