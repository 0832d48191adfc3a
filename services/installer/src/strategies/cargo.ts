import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf, t } from '@cli-apps/core'
import { isExecutableFile, isMissing, readText } from '@cli-apps/core/node'
import { readCargoSettings } from '../managers/cargo-settings.ts'
import { registryHosts, sourceHosts } from '../managers/registry-hosts.ts'
import { executableName } from './executable-name.ts'
import { repositoryName } from './repository-name.ts'
import type { Step } from './step.ts'
import type { Allowances, Permission, PlanRequest, Strategy } from './strategy.ts'

type Method = MethodOf<'cargo'>
type Crate = Extract<Method, { crate: string }>
type CargoFacts = Awaited<ReturnType<typeof readCargoSettings>>
type Request = PlanRequest<CargoFacts>

const archives = 'https://static.crates.io/crates/'

/**
 * Rust programs, each built into its own folder from its own Cargo.lock.
 * Building runs third-party code, so a user must allow it.
 */
export const cargo: Strategy<Method, CargoFacts> = {
  owner: 'store',
  runsOn: (host, { origin }) => [host.platform, ...(origin === '' ? [] : ['from', origin])].join(' '),
  detect: (_method, host) => readCargoSettings(host),

  plan(method, request) {
    const sha256 = 'crate' in method ? lockedDigest(method, request.tree) : undefined
    return {
      steps:
        'crate' in method && sha256 !== undefined
          ? restoreSteps(method, sha256, request)
          : [
              configStep(request),
              cargoStep(
                t('cargo.build-cargo', 'build {method} with cargo', { method: specOf(method) }),
                sourceOf(method),
                { method, request },
              ),
            ],
      undo: [],
      adopted: false,
      permissions: buildPermissions(method, request.allowed),
      remarks: [...request.facts.remarks],
      unused: request.facts.unused,
    }
  },

  async find(method, { bin, prefix }) {
    const program = path.join(prefix, 'bin', executableName(bin))
    if (!(await isExecutableFile(program))) {
      throw new InvalidError(
        'install.no-executable',
        t(
          'install.no-executable.does-not-contain-executable',
          '{method} does not contain the executable {bin}.',
          { method: specOf(method), bin },
        ),
        {
          hint: t(
            'install.no-executable.hint.manifest-names-wrong-crate',
            'The manifest names the wrong crate, or needs "bin" for this method.',
          ),
        },
      )
    }
    return {
      argv: [program],
      artifacts: [await artifactOf(method, prefix)],
      reports: [cargoHome(prefix)],
    }
  },
}

const specOf = (method: Method): string =>
  'crate' in method ? `${method.crate} ${method.version}` : `${method.git}#${method.commit}`

/** Returns its name in `--allow-builds`. */
const buildName = (method: Method): string => ('crate' in method ? method.crate : repositoryName(method.git))

const sourceOf = (method: Method): string[] =>
  'crate' in method
    ? ['--version', `=${method.version}`, '--', method.crate]
    : ['--git', method.git, '--rev', method.commit]

function buildPermissions(method: Method, { builds }: Allowances): Permission[] {
  const name = buildName(method)
  const reason = t(
    'cargo.built-from-source-runs',
    '{method} is built from source, which runs third-party code',
    { method: specOf(method) },
  )
  return [
    {
      option: `--allow-builds ${name}`,
      reason,
      granted: builds.includes(name),
    },
  ]
}

/**
 * Returns the cargo home of one build. Build scripts may write to it, and no other build must read that.
 * It holds no secret, and is removed when the crate's digest was read from it.
 */
const cargoHome = (prefix: string): string => path.join(prefix, 'cargo-home')

const configStep = ({ facts, prefix }: Request): Step => ({
  step: 'write',
  file: path.join(cargoHome(prefix), 'config.toml'),
  content: facts.config,
})

function cargoStep(
  title: string,
  source: readonly string[],
  { method, request: { host, prefix, facts } }: { method: Method; request: Request },
): Step {
  return {
    step: 'run',
    title,
    argv: [host.paths.cargo ?? 'cargo', 'install', '--locked', '--root', prefix, ...source],
    cwd: prefix,
    manager: 'cargo',
    env: {
      ...facts.variables,
      CARGO_HOME: cargoHome(prefix),
      // Overrides the programs that a configuration above the prefix, or in the crate, would run.
      ...Object.fromEntries(wrappers.map((name) => [name, ''])),
    },
    confinement: {
      hosts: [
        ...registryHosts(facts.sources, host.hosts),
        ...sourceHosts('git' in method ? [method.git] : []),
      ],
      readable: facts.readable,
      writable: [],
      files: facts.files,
      proxies: facts.proxies,
    },
  }
}

const wrappers = ['RUSTC_WRAPPER', 'RUSTC_WORKSPACE_WRAPPER', 'CARGO_BUILD_RUSTC_WRAPPER']

/**
 * Returns the steps that restore a locked crate.
 * Its archive holds the Cargo.lock that names every other crate by its digest: one digest pins the whole tree.
 */
function restoreSteps(method: Crate, sha256: string, request: Request): Step[] {
  const { host, prefix } = request
  const name = `${method.crate}-${method.version}`
  const folder = path.join(prefix, 'source')
  const archive = path.join(prefix, 'download')
  return [
    {
      step: 'download',
      url: host.mirror(`${archives}${method.crate}/${name}.crate`),
      sha256,
      size: undefined,
      to: archive,
    },
    { step: 'unpack', archive: 'tar.gz', from: archive, to: folder },
    configStep(request),
    cargoStep(
      t('cargo.build-cargo', 'build {method} with cargo', { method: specOf(method) }),
      ['--path', path.join(folder, name)],
      { method, request },
    ),
    { step: 'remove', path: folder },
    { step: 'write', file: path.join(prefix, digestFile), content: sha256 },
  ]
}

const digestFile = 'crate.sha256'

function lockedDigest({ crate }: Crate, tree: Request['tree']): string | undefined {
  const locked = tree?.find(({ name }) => name === crate)
  return /^sha256:([0-9a-f]{64})$/.exec(locked?.integrity ?? '')?.[1]
}

async function artifactOf(method: Method, prefix: string): Promise<LockedArtifact> {
  if ('git' in method)
    return {
      name: buildName(method),
      version: method.commit,
      integrity: null,
      url: `git+${method.git}#${method.commit}`,
    }
  const sha256 = (await readText(path.join(prefix, digestFile))) ?? (await cachedDigest(method, prefix))
  return {
    name: method.crate,
    version: method.version,
    integrity: sha256 === undefined ? null : `sha256:${sha256}`,
  }
}

/**
 * Returns the digest of the archive that cargo fetched and checked against its index; undefined if its cache lacks it.
 */
async function cachedDigest({ crate, version }: Crate, prefix: string): Promise<string | undefined> {
  const cache = path.join(cargoHome(prefix), 'registry', 'cache')
  const digests = await Promise.all(
    (await list(cache)).map(async (registry) => {
      const bytes = await readBytes(path.join(cache, registry, `${crate}-${version}.crate`))
      return bytes === undefined ? [] : [createHash('sha256').update(bytes).digest('hex')]
    }),
  )
  const [digest, ...others] = new Set(digests.flat())
  return others.length === 0 ? digest : undefined
}

const list = (folder: string): Promise<string[]> => readdir(folder).catch(orNothing([]))
const readBytes = (file: string): Promise<Uint8Array | undefined> =>
  readFile(file).catch(orNothing(undefined))

const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (isMissing(error)) return nothing
    throw error
  }
