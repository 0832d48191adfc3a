/** The command lines of all commands that have no bundle of their own, and of `list`. */
export { runCli } from '../run-cli.ts'
