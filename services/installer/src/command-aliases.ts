/** Other names of commands. */
export const aliases: Readonly<Record<string, string>> = {
  i: 'install',
  add: 'install',
  rm: 'uninstall',
  remove: 'uninstall',
  ls: 'list',
}
