// An agent as a process of its own: opens the runtime of a workspace (first argument), makes one call of run_cli_app (second,
// JSON), prints its result as a line, and stays until it is killed.
import { createRuntime } from '@cli-apps/runtime'

const [workspace = '', call = ''] = process.argv.slice(2)
const runtime = await createRuntime({
  workspace,
  audit: false,
  userGrants: false,
  grants: { probe: { PROBE_KEY: 'granted-secret-value' } },
})
const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: JSON.parse(call) })
process.stdout.write(`${JSON.stringify(result)}\n`)
setInterval(() => {}, 1000)
