import '../jitless.ts'

/** The same command lines as `run-cli.ts`, in a bundle of its own for searches. */
export { runCli } from '../run-cli.ts'
