import '../jitless.ts'

/** The same command lines as `run-cli.ts`, in a bundle of its own for commands that compare a workspace with its registries. */
export { runCli } from '../run-cli.ts'
