// How many known typosquats the rule on near names refuses, and what that costs names of honest programs.
//   npm run bench:names [-- --typosquats FILE --misses]
// The typosquats are those of ecosyste-ms/typosquatting-dataset (CC0-1.0), fetched from GitHub or given as a file, and proven by
// digest. Half of them, by the digest of their target, was never looked at while the rule was made: --misses names only the others.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parseArgs, promisify } from 'node:util'
import { isAppName } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import { lookOf, nameKey, nearnessOf } from '@cli-apps/core/publish-rules'

const source =
  'https://raw.githubusercontent.com/ecosyste-ms/typosquatting-dataset/fd0bde98d200efe5c282a07edc4c68fba13252c6/typosquats.csv'
const sourceDigest = '4fbd346d8fcf11e23b647e8e49ee8c88e6661016dd19ac69d3083d44be2101d5'

interface Typosquat {
  name: string
  target: string
  isHeldOut: boolean
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const reasonBetween = (one: string, other: string): string | undefined =>
  nearnessOf(lookOf(nameKey(one)), lookOf(nameKey(other)))

const { values } = parseArgs({
  options: { typosquats: { type: 'string' }, misses: { type: 'boolean', default: false } },
})

async function readTyposquats(file: string | undefined): Promise<Typosquat[]> {
  const bytes = file === undefined ? await download(source) : await readFile(file)
  if (sha256(bytes) !== sourceDigest) throw new Error(`${file ?? source} is not the list that was measured`)
  const rows = bytes.toString('utf8').trim().split('\n').slice(1)
  return rows.map((row) => {
    const [name = '', target = '', ecosystem = ''] = row.split(',')
    const isHeldOut = Number.parseInt(sha256(Buffer.from(target)).slice(0, 2), 16) % 2 === 1
    return { name: appNameOf(name, ecosystem), target: appNameOf(target, ecosystem), isHeldOut }
  })
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** App names have no owner, so of Go modules and GitHub actions only the last part counts. */
function appNameOf(name: string, ecosystem: string): string {
  const own = ['go', 'github_actions'].includes(ecosystem) ? name.slice(name.lastIndexOf('/') + 1) : name
  return nameKey(own).replace(/[^a-z0-9]+/g, (separator, at) => (at === 0 ? separator : '-'))
}

function printTyposquats(typosquats: readonly Typosquat[]): void {
  const named = typosquats.filter(({ name, target }) => isAppName(name) && isAppName(target))
  const taken = named.filter(({ name, target }) => name === target)
  const others = named.filter(({ name, target }) => name !== target)
  console.log(`${typosquats.length} typosquats: ${typosquats.length - named.length} are no app names,`)
  console.log(`${taken.length} bear the name of their target under another owner: refused as taken.`)
  for (const [label, half] of [
    ['tune half', others.filter(({ isHeldOut }) => !isHeldOut)],
    ['held-out half', others.filter(({ isHeldOut }) => isHeldOut)],
    ['both', others],
  ] as const) {
    const refused = half.filter(({ name, target }) => reasonBetween(name, target) !== undefined)
    console.log(
      `${label}: ${refused.length} of ${half.length} refused (${percent(refused.length, half.length)})`,
    )
    if (values.misses && label === 'tune half')
      for (const { name, target } of half.filter((one) => !refused.includes(one)))
        console.log(`  not refused: ${name} for ${target}`)
  }
}

async function printPrice(): Promise<void> {
  const catalog = (await readdir(resourceFolder('catalog')))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
  const looks = catalog.map((name) => ({ name, look: lookOf(nameKey(name)) }))
  const pairs = looks.flatMap(({ name, look }, index) =>
    looks.slice(0, index).flatMap((other) => {
      const reason = nearnessOf(look, other.look)
      return reason === undefined ? [] : [`${name} ${reason} ${other.name}`]
    }),
  )
  const inPairs = looks.filter(({ look, name }) =>
    looks.some((other) => other.name !== name && nearnessOf(look, other.look) !== undefined),
  )
  console.log(
    `\n${catalog.length} names of the catalog: ${inPairs.length} would need an approval (${pairs.length} pairs)`,
  )
  for (const pair of pairs) console.log(`  ${pair}`)
  const debian = (await debianNames()).filter((name) => isAppName(name) && !catalog.includes(name))
  const refused = debian.flatMap((name) => {
    const look = lookOf(nameKey(name))
    const near = looks.find((other) => nearnessOf(look, other.look) !== undefined)
    return near === undefined ? [] : [`${name} ${nearnessOf(look, near.look)} ${near.name}`]
  })
  console.log(
    `${debian.length} names of Debian packages against the catalog: ${refused.length} refused (${percent(refused.length, debian.length)}), such as`,
  )
  const every = Math.max(1, Math.floor(refused.length / 20))
  for (const one of refused.filter((_, index) => index % every === 0)) console.log(`  ${one}`)
}

/** Every package that apt knows; empty on a machine without apt. */
async function debianNames(): Promise<string[]> {
  const asked = promisify(execFile)('apt-cache', ['pkgnames'], { maxBuffer: 100_000_000 })
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  return stdout
    .split('\n')
    .filter((name) => name !== '')
    .sort()
}

printTyposquats(await readTyposquats(values.typosquats))
await printPrice()
