import '../jitless.ts'

/** The command lines of all commands that have no bundle of their own. */
export { runCli } from '../run-cli.ts'
