/** The same command lines as `run-cli.ts`, in a bundle of its own for the list of installed apps. */
export { runCli } from '../run-cli.ts'
