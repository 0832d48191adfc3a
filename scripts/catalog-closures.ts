/*
 * Computes for every entry with an `apt` method the exact packages that it needs on an empty system, from Debian's signed
 * package indexes, and writes them to catalog/closures and into the entry.
 *
 *   npm run catalog:closures                 every entry
 *   npm run catalog:closures -- jq pandoc    these entries
 *   npm run catalog:closures -- --check      reports closures with a known security update; ends with 3
 *   npm run catalog:closures -- --update     takes newer versions of the listed packages, and downloads none of them
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { DebianClosure } from '@cli-apps/core'
import { checkClosures } from './catalog/closures/check-closures.ts'
import { aptMethod } from './catalog/closures/closure-method.ts'
import { leftOut } from './catalog/closures/declared.ts'
import { fetchIndexes } from './catalog/closures/fetch-indexes.ts'
import { updateClosures } from './catalog/closures/update-closures.ts'
import { keepClosures, writeClosures } from './catalog/closures/write-closures.ts'
import { readCatalog } from './catalog/entries.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    cache: { type: 'string', default: path.join(homedir(), '.cache/cli-apps-catalog') },
  },
})
const { entries, unreadable } = await readCatalog()
const unknown = names.filter((name) => !entries.some((entry) => entry.name === name))
for (const { path: place, message } of unreadable) console.error(`${place}: ${message}`)
if (unknown.length > 0) console.error(`The catalog has no ${unknown.join(', ')}.`)
if (unreadable.length > 0 || unknown.length > 0) process.exit(2)
const requested = names.length === 0 ? entries : entries.filter(({ name }) => names.includes(name))
const indexFolder = path.join(values.cache, 'indexes')
if (values.check) await check()
else if (values.update) await update()
else await write()

async function check(): Promise<void> {
  const { registry, checked, issues } = await checkClosures(requested, indexFolder)
  for (const { path: place, message } of issues) console.log(`${place}: ${message}`)
  console.log(
    checked === null ? `${registry} could not be reached.` : `${checked} closures compared with ${registry}.`,
  )
  process.exitCode = issues.length === 0 ? 0 : 3
}

async function write(): Promise<void> {
  const source = { ...(await fetchIndexes(indexFolder)), cache: values.cache }
  for (const entry of requested) {
    if (aptMethod(entry.manifest) === undefined) continue
    const { amd64, arm64 } = await writeClosures(entry, source)
    console.log(
      `${entry.name.padEnd(20)} ${leftOut[entry.name] ?? described(amd64)}${arm64 || !amd64 ? '' : ', not on arm64'}`,
    )
    for (const call of amd64?.unproven ?? []) console.log(`  links left out: ${call}`)
  }
}

async function update(): Promise<void> {
  const source = await fetchIndexes(indexFolder)
  for (const entry of requested) {
    if (Object.keys(entry.closures).length === 0) continue
    const result = updateClosures(entry, source)
    if ('hindrance' in result) {
      console.log(
        `${entry.name.padEnd(20)} not updated, since ${result.hindrance}. Run: npm run catalog:closures -- ${entry.name}`,
      )
      process.exitCode = 3
      continue
    }
    await keepClosures(entry, result.closures)
    const changed = changedPackages(entry.closures.amd64, result.closures.amd64?.closure)
    if (changed.length > 0) console.log(`${entry.name.padEnd(20)} ${changed.join(', ')}`)
  }
}

function changedPackages(before: DebianClosure | undefined, after: DebianClosure | undefined): string[] {
  return (after?.packages ?? [])
    .filter((one) => !before?.packages.some(({ sha256 }) => sha256 === one.sha256))
    .map((one) => `${one.package} ${one.version}`)
}

function described(built: Awaited<ReturnType<typeof writeClosures>>['amd64']): string {
  if (built === undefined) return 'none'
  const { packages, setup = [] } = built.closure
  const size = packages.reduce((sum, one) => sum + one.size, 0)
  return [`${packages.length} packages`, `${(size / 1e6).toFixed(1)} MB`, ...setup].join(', ')
}
