import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProxy, forwardedArgv, openEgressProxy, type SandboxPolicy } from '@cli-apps/core/node'
import type { EgressLimit } from './confinement.ts'
import type { LimitedResult } from './run-in-bubblewrap.ts'

/**
 * Runs a program in a network of its own, from which a proxy of ours leads to the allowed hosts. Its socket is the only
 * thing of this machine's network in the sandbox.
 */
export async function runBehindProxy(
  argv: readonly string[],
  { policy, egress }: { policy: SandboxPolicy; egress: EgressLimit },
  run: (argv: readonly string[], policy: SandboxPolicy) => Promise<LimitedResult | undefined>,
): Promise<LimitedResult | undefined> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'cli-apps-net-'))
  try {
    const socket = path.join(folder, 's')
    await using proxy = await openEgressProxy({
      socket,
      allowed: egress.hosts,
      findUpstream: (url) => findProxy(url, egress.proxies),
    })
    const ran = await run(forwardedArgv(argv, process.execPath, socket), {
      ...policy,
      readable: [...policy.readable, folder],
    })
    return ran && { ...ran, refusedHosts: [...proxy.refused] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
