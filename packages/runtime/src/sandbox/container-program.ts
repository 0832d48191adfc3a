/** What every image has its own of: shown those of this machine, it would be half one system and half another. */
const ofImage = [
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
]
const rootsOfImage = ['/', '/usr', '/usr/lib', '/usr/lib64', '/usr/libexec', '/usr/local', '/usr/local/lib']

/**
 * What of a program's folders a container is shown: its own, and of folders that it shares with the system only the files of its
 * argv prefix. Libraries and interpreters of the system are those of the image.
 */
export function containerProgram(folders: readonly string[], files: readonly string[]): string[] {
  const own = folders.filter(
    (folder) =>
      !rootsOfImage.includes(folder) &&
      !ofImage.some((one) => folder === one || folder.startsWith(`${one}/`)),
  )
  return [...own, ...files]
}
