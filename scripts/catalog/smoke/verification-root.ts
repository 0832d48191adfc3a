import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnsupportedError } from '@cli-apps/core'
import {
  certificateNames,
  findProgram,
  joinOutput,
  type ProcessResult,
  proxyNames,
  runProcess,
} from '@cli-apps/core/node'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const entrance = fileURLToPath(new URL('./enter-root.mjs', import.meta.url))
const installer = '/opt/cli-apps/services/installer/dist/main.cjs'

const trusted = '/opt/certificates.pem'

/** A Debian root for one verification run. Nothing in it affects this machine, and closing it leaves nothing behind. */
export interface VerificationRoot {
  /** Runs the installer of this checkout, as built, in the workspace `/root/workspace`. */
  cliApps(args: readonly string[], timeout: number): Promise<ProcessResult & { text: string }>
  run(argv: readonly string[], timeout: number): Promise<ProcessResult & { text: string }>
  /** Names in a folder that the verification run made or changed; empty where the folder does not exist. */
  list(folder: string): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const keep = { head: 64_000_000, tail: 0 }

/**
 * Opens roots over `base`, each with its own layer below `folder`. Throws `UnsupportedError` if this machine cannot.
 */
export async function openVerificationRoots(
  base: string,
  folder: string,
  signal: AbortSignal,
): Promise<() => Promise<VerificationRoot>> {
  const npm = await findProgram('npm', process.env)
  if (npm === undefined)
    throw new UnsupportedError('catalog.no-npm', 'npm is not on PATH.', { hint: 'Install Node with npm.' })
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? process.env.SSL_CERT_FILE
  const binds = {
    '/etc/resolv.conf': await realpath('/etc/resolv.conf'),
    '/opt/node/bin/node': await realpath(process.execPath),
    '/opt/node/lib/node_modules/npm': path.dirname(path.dirname(await realpath(npm))),
    '/opt/cli-apps': checkout,
    ...(certificates && { [trusted]: await realpath(certificates) }),
  }
  const environment = {
    PATH: '/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    ...Object.fromEntries(
      proxyNames.flatMap((name) => [[name, process.env[name]]]).filter(([, value]) => value),
    ),
    // Extra certificates that this machine trusts, such as a corporate proxy's, are trusted inside too.
    ...(certificates &&
      Object.fromEntries(
        certificateNames.filter((name) => name !== 'SSL_CERT_DIR').map((name) => [name, trusted]),
      )),
  }
  await mkdir(folder, { recursive: true })
  return async () => {
    const layer = await mkdtemp(path.join(folder, 'verification-'))
    for (const part of ['upper', 'work', 'root']) await mkdir(path.join(layer, part))
    const spec = JSON.stringify({ base, layer, binds, environment })
    const run: VerificationRoot['run'] = async (argv, timeout) => {
      const result = await runProcess(
        ['unshare', '--mount', '--propagation', 'private', process.execPath, entrance, spec, ...argv],
        { cwd: '/', env: { PATH: process.env.PATH ?? '' }, timeout, keep, signal },
      )
      return { ...result, text: joinOutput(result.stdout) }
    }
    await run(['mkdir', '-p', '/opt/node/bin', '/root/workspace'], 20_000)
    await run(['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/opt/node/bin/npm'], 20_000)
    return {
      run,
      cliApps: (args, timeout) =>
        run(['node', installer, ...args, '--workspace', '/root/workspace'], timeout),
      list: (inside) => readdir(path.join(layer, 'upper', inside)).catch(() => []),
      [Symbol.asyncDispose]: () => rm(layer, { recursive: true, force: true, maxRetries: 3 }),
    }
  }
}
