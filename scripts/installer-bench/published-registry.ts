import path from 'node:path'
import { CommandNode, canonicalJson, registryPaths } from '@cli-apps/core'
import {
  cleanEnvironment,
  joinOutput,
  manifestDigest,
  runProcess,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { VerifyResult } from '../../services/installer/src/health/health-results.ts'
import { signedSite, signingKey } from '../../test/support/signed-site.ts'
import { type Folders, program } from './bench.ts'

type Manifest = Record<string, unknown>

/**
 * Makes a signed registry of these apps from an unsigned one, with their command trees, each published for the files
 * that an install has now. Fills npm's cache along the way.
 */
export async function publishTrees(
  manifests: readonly Manifest[],
  { registry, folders, cache }: { registry: string; folders: Folders; cache: string },
): Promise<string> {
  const [home, cwd, published] = [await folders.fresh(), await folders.fresh(), await folders.fresh()]
  const env = { ...cleanEnvironment(process.env), CLI_APPS_HOME: home, npm_config_cache: cache }
  const cliApps = async (...args: string[]): Promise<unknown> => {
    const { exitCode, stdout } = await runProcess([process.execPath, program, ...args, '--json'], {
      cwd,
      env: { ...env, CLI_APPS_REGISTRY: registry },
      timeout: 600_000,
      keep: { head: 64_000_000, tail: 0 },
    })
    if (exitCode !== 0) throw new Error(joinOutput(stdout))
    return JSON.parse(joinOutput(stdout))
  }
  const documents: Record<string, string> = {}
  const named: Manifest[] = []
  for (const manifest of manifests) {
    const [name, version, entryPoint] = [manifest.name, manifest.version, manifest.entry_point].map(String)
    await cliApps('install', `${name}`, '--yes', '--wait')
    const tree = CommandNode.parse(await cliApps('inspect', `${name}`))
    const { apps } = VerifyResult.parse(await cliApps('verify', `${name}`))
    const commands = { [`${entryPoint}`]: manifestDigest(tree) }
    named.push({ ...manifest, commands, commands_read_from: [apps[0]?.files.digest] })
    documents[registryPaths.commands(`${name}`, `${version}`, `${entryPoint}`)] = canonicalJson(tree)
  }
  const site = signedSite(named, { signer: signingKey('bench') })
  for (const [file, text] of Object.entries({ ...site, ...documents }))
    await writeFileAtomic(path.join(published, file), text)
  return published
}
