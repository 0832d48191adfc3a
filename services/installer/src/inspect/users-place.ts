import path from 'node:path'

/**
 * Replaces the temporary home in help by the user's: programs print paths below the home they ran in, which is
 * temporary and differs each time.
 */
export const inUsersPlace = (text: string, folder: string): string =>
  text
    .replaceAll(path.join(folder, 'home'), '~')
    .replaceAll(path.join(folder, 'work'), '.')
    .replaceAll(path.join(folder, 'tmp'), '/tmp')
