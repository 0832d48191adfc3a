import { findProgram } from '@cli-apps/core/node'
import { request } from 'undici'
import type { Hindrances } from './choose-kinds.ts'

const places = {
  npm: 'https://registry.npmjs.org/is-number',
  pip: 'https://pypi.org/simple/pip/',
  cargo: 'https://index.crates.io/config.json',
  go: 'https://proxy.golang.org/',
  binary: 'https://github.com/',
  apt: 'http://deb.debian.org/debian/dists/bookworm/InRelease',
} as const

const names = {
  npm: 'the npm registry',
  pip: 'PyPI',
  cargo: 'crates.io',
  go: 'the Go module proxy',
  binary: 'GitHub',
  apt: "Debian's mirror",
}

/** Finds unreachable servers, by the method kind that cannot be verified without them. */
export async function findHindrances(): Promise<Hindrances> {
  const kinds = Object.keys(places) as (keyof typeof places)[]
  const asked = await Promise.all(kinds.map(async (kind) => [kind, await isReached(places[kind])] as const))
  const hindrances: Hindrances = Object.fromEntries(
    asked
      .filter(([, reached]) => !reached)
      .map(([kind]) => [kind, `${names[kind]} cannot be reached from here`]),
  )
  return {
    ...hindrances,
    ...(hindrances.binary && { git: 'its git repository cannot be reached from here' }),
    ...(!hindrances.apt &&
      (await lacksRoots()) && { apt: 'needs root, debootstrap, bubblewrap and unshare' }),
  }
}

async function isReached(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { method: 'HEAD', headersTimeout: 8000 })
    await body.dump()
    return statusCode < 500
  } catch {
    return false
  }
}

async function lacksRoots(): Promise<boolean> {
  if (process.getuid?.() !== 0) return true
  const found = await Promise.all(
    ['debootstrap', 'bwrap', 'unshare', 'mount'].map((name) => findProgram(name, process.env)),
  )
  return found.includes(undefined)
}
