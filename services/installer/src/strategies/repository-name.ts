import path from 'node:path'

/** What `--allow-builds` calls a repository of git. */
export const repositoryName = (url: string): string =>
  path.posix.basename(new URL(url).pathname).replace(/\.git$/, '')
