import '../jitless.ts'

/** The same command lines as `run-cli.ts`, in a bundle of its own for what is known of an app. */
export { runCli } from '../run-cli.ts'
