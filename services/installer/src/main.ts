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
  // Bundled apart, because a person waits for the app to start.
  const { runCli } = await (words[0] === 'run' ? import('./run-main.ts') : import('./run-cli.ts'))
  const status = await runCli(words)
  process.exitCode ||= status
}
