/** The same command lines as `run-cli.ts`, in a bundle of its own that holds only what `run` needs. */
export { runCli } from '../run-cli.ts'
