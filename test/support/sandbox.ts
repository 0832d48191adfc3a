import { type BubblewrapSandbox, findBubblewrap, openLimitedGroup } from '@cli-apps/core/node'
import { it } from 'vitest'

const found = await findBubblewrap(process.env)

// Where the whole check runs, bubblewrap is there unless the machine forbids it: then its tests do not pass by being skipped.
if (process.env.CLI_APPS_EXPECT_SANDBOX && found.sandbox === undefined) {
  throw new Error(`The tests of the sandbox would be skipped: ${found.reason}.`)
}

/** The policies that tests of runs can have here: with a sandbox where there is one. */
export const policiesHere: readonly ('off' | 'workspace')[] =
  found.sandbox === undefined ? ['off'] : ['off', 'workspace']

/** A test that needs a sandbox, which it is given. Skipped where there is none; `npm test` says why. */
export function itSandboxed(name: string, run: (sandbox: BubblewrapSandbox) => Promise<void>): void {
  const { sandbox } = found
  it.skipIf(sandbox === undefined)(name, async () => {
    if (sandbox !== undefined) await run(sandbox)
  })
}

const noLimits = await openLimitedGroup({ memoryBytes: 2 ** 26, processes: 20, cpuPercent: 100 }).then(
  (group) => group.close(),
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
)

/** A test that needs a sandbox and control groups. Skipped with the reason where this machine does not let us limit anything. */
export function itLimited(name: string, run: () => Promise<void>): void {
  it(name, async ({ skip }) => {
    if (found.sandbox === undefined) return skip(found.reason)
    if (noLimits !== undefined) return skip(noLimits)
    await run()
  })
}
