/** Folders that every image has itself; mounting this machine's would mix two systems. */
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
 * Selects what a container sees of a program's folders: the program's own ones, and from folders shared with the system
 * only the files of its argv prefix. System libraries and interpreters come from the image.
 */
export function containerProgram(folders: readonly string[], files: readonly string[]): string[] {
  const own = folders.filter(
    (folder) =>
      !rootsOfImage.includes(folder) &&
      !ofImage.some((one) => folder === one || folder.startsWith(`${one}/`)),
  )
  return [...own, ...files]
}
