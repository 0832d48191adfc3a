import { findSandbox, type Sandbox } from '@cli-apps/core/node'
import { it } from 'vitest'

const found = await findSandbox(process.env)

// Where the whole check runs, bubblewrap is there unless the machine forbids it: then its tests do not pass by being skipped.
if (process.env.CLI_APPS_EXPECT_SANDBOX && found.sandbox === undefined) {
  throw new Error(`The tests of the sandbox would be skipped: ${found.reason}.`)
}

/** A test that needs a sandbox, which it is given. Skipped where there is none; `npm test` says why. */
export function itSandboxed(name: string, run: (sandbox: Sandbox) => Promise<void>): void {
  const { sandbox } = found
  it.skipIf(sandbox === undefined)(name, async () => {
    if (sandbox !== undefined) await run(sandbox)
  })
}
