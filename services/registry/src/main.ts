import { runRegistryCli } from './cli.ts'

const status = await runRegistryCli(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
})
// The empty write completes after all earlier writes, even to a pipe.
process.stdout.write('', () => process.exit(status))
