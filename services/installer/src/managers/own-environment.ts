/** Variables by which npm, pnpm, Yarn and Bun mark what they start. */
const marks = ['npm_execpath', 'npm_config_user_agent', 'npm_lifecycle_event', 'npm_package_json']

/** Did `npx` or a like program start us, which exports the settings of the folder it was called in? */
export const isStartedByRunner = (environment: NodeJS.ProcessEnv): boolean =>
  marks.some((name) => environment[name] !== undefined)

/**
 * The variables that the user set. `npx` exports the `.npmrc` of the folder as `npm_config_…` in small letters; nobody can tell
 * these from what the user set in small letters, so under `npx` none counts. In capitals they are the user's, except on Windows.
 */
export function ownEnvironment(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  if (!isStartedByRunner(environment)) return environment
  const exported = platform === 'win32' ? /^npm_/i : /^npm_/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !exported.test(name)))
}
