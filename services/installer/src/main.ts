import { version } from './version.ts'

/*
 * The one place that ends the process. Nothing but the version is loaded until a command is known, so that
 * `cli-apps --version` costs little more than starting Node, and a shell that completes a word waits for little more.
 */
const words = process.argv.slice(2)
if (words[0] === '--version' || words[0] === '-V' || words[0] === '-v') {
  process.stdout.write(`${version}\n`)
} else if (words[0] === 'complete') {
  const { completeLine } = await import('./completion/complete-line.ts')
  await completeLine(words.slice(1))
} else {
  const { runCli } = await openBundle(words[0])
  const status = await runCli(words)
  process.exitCode ||= status
}

/** Bundled apart, because people wait for these: each bundle holds only what its commands need. */
function openBundle(command: string | undefined): Promise<typeof import('./run-cli.ts')> {
  switch (command) {
    case 'run':
      return import('./run-main.ts')
    case 'info':
    case 'search':
      return import('./look-main.ts')
    case 'install':
    case 'update':
    case 'ci':
    case 'outdated':
      return import('./change-main.ts')
    default:
      return import('./run-cli.ts')
  }
}
