/** Variables that npm, pnpm, Yarn and Bun set for their child processes. */
const marks = ['npm_execpath', 'npm_config_user_agent', 'npm_lifecycle_event', 'npm_package_json']

/** Whether `npx` or a similar runner started this process and exported the settings of its working folder. */
export const isStartedByRunner = (environment: NodeJS.ProcessEnv): boolean =>
  marks.some((name) => environment[name] !== undefined)

/**
 * Returns the variables that the user set. `npx` exports the folder's `.npmrc` as lowercase `npm_config_…`,
 * indistinguishable from the user's own, so under `npx` these are ignored. Uppercase ones are the user's, except on
 * Windows.
 */
export function ownEnvironment(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  if (!isStartedByRunner(environment)) return environment
  const exported = platform === 'win32' ? /^npm_/i : /^npm_/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !exported.test(name)))
}
