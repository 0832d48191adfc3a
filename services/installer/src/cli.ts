import type { Program } from '@cli-apps/core/command-line'
import { type Command, commonOptions } from './command.ts'
import { aliases } from './command-aliases.ts'

/** Commands by name, each loaded only when it is called. `npm run docs` writes what they say of themselves to `command-index.json`. */
export const commands: Record<string, () => Promise<Command>> = {
  install: async () => (await import('./commands/change/install.ts')).install,
  ci: async () => (await import('./commands/change/ci.ts')).ci,
  update: async () => (await import('./commands/change/update.ts')).update,
  outdated: async () => (await import('./commands/check/outdated.ts')).outdated,
  audit: async () => (await import('./commands/check/audit.ts')).audit,
  sbom: async () => (await import('./commands/check/sbom.ts')).sbom,
  lock: async () => (await import('./commands/change/lock.ts')).lock,
  pin: async () => (await import('./commands/change/pin.ts')).pin,
  adopt: async () => (await import('./commands/change/adopt.ts')).adopt,
  uninstall: async () => (await import('./commands/change/uninstall.ts')).uninstall,
  list: async () => (await import('./commands/use/list.ts')).list,
  search: async () => (await import('./commands/use/search.ts')).search,
  info: async () => (await import('./commands/use/info.ts')).info,
  playbook: async () => (await import('./commands/use/playbook.ts')).playbook,
  skill: async () => (await import('./commands/use/skill.ts')).skill,
  run: async () => (await import('./commands/use/run.ts')).run,
  x: async () => (await import('./commands/use/x.ts')).x,
  tools: async () => (await import('./commands/use/tools.ts')).tools,
  mcp: async () => (await import('./commands/use/mcp.ts')).mcp,
  runs: async () => (await import('./commands/use/runs.ts')).runs,
  jobs: async () => (await import('./commands/use/jobs.ts')).jobs,
  service: async () => (await import('./commands/use/service.ts')).service,
  inspect: async () => (await import('./commands/use/inspect.ts')).inspect,
  init: async () => (await import('./commands/setup/init.ts')).init,
  trust: async () => (await import('./commands/setup/trust.ts')).trust,
  env: async () => (await import('./commands/setup/env.ts')).env,
  grant: async () => (await import('./commands/setup/grant.ts')).grant,
  revoke: async () => (await import('./commands/setup/revoke.ts')).revoke,
  shim: async () => (await import('./commands/setup/shim.ts')).shim,
  publish: async () => (await import('./commands/publish/publish.ts')).publish,
  validate: async () => (await import('./commands/publish/validate.ts')).validate,
  yank: async () => (await import('./commands/publish/yank.ts')).yank,
  unyank: async () => (await import('./commands/publish/unyank.ts')).unyank,
  deprecate: async () => (await import('./commands/publish/deprecate.ts')).deprecate,
  owners: async () => (await import('./commands/publish/owners.ts')).owners,
  history: async () => (await import('./commands/publish/history.ts')).history,
  login: async () => (await import('./commands/publish/login.ts')).login,
  logout: async () => (await import('./commands/publish/logout.ts')).logout,
  whoami: async () => (await import('./commands/publish/whoami.ts')).whoami,
  verify: async () => (await import('./commands/check/verify.ts')).verify,
  doctor: async () => (await import('./commands/check/doctor.ts')).doctor,
  config: async () => (await import('./commands/setup/config.ts')).config,
  cache: async () => (await import('./commands/setup/cache.ts')).cache,
  completion: async () => (await import('./commands/setup/completion.ts')).completion,
}

/** The installer to the reader of command lines. */
export const program: Program<Command> = { name: 'cli-apps', commands, aliases, options: commonOptions }
