import path from 'node:path'

/**
 * Help with the defaults that a user would see: programs print paths below the home they were tried in, which is gone
 * afterwards and has another name each time.
 */
export const inUsersPlace = (text: string, folder: string): string =>
  text
    .replaceAll(path.join(folder, 'home'), '~')
    .replaceAll(path.join(folder, 'work'), '.')
    .replaceAll(path.join(folder, 'tmp'), '/tmp')
