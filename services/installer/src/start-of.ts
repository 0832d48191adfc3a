/** The bundle of a command. Those that people wait for are bundled apart: each bundle holds only what its commands need. */
export function startOf(command: string): string {
  switch (command) {
    case 'complete':
    case 'list':
    case 'run':
    case 'info':
    case 'search':
      return command
    case 'install':
    case 'update':
    case 'ci':
    case 'outdated':
      return 'change'
    default:
      return 'other'
  }
}
