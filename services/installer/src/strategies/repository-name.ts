import path from 'node:path'

/** Returns the name of a git repository in `--allow-builds`. */
export const repositoryName = (url: string): string =>
  path.posix.basename(new URL(url).pathname).replace(/\.git$/, '')
