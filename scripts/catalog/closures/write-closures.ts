import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DebianArchitecture, DebianClosure } from '@cli-apps/core'
import { closureFile, readText } from '@cli-apps/core/node'
import { type CatalogEntry, catalogFolder } from '../entries.ts'
import { printEntry } from '../print-entry.ts'
import { type BuiltClosure, buildClosures, type ClosureSource } from './build-closure.ts'
import { aptMethod, withClosures, withKnownTime } from './closure-method.ts'
import { extraLinks, extraPackages, leftOut } from './declared.ts'
import { printClosure } from './print-closure.ts'

type Closures = Partial<Record<DebianArchitecture, BuiltClosure>>

/**
 * Builds and writes the closures of an entry and the method that names them, and returns them; none for an entry that
 * has no `apt` method or is left out. Writing again changes nothing while the indexes are the same.
 */
export async function writeClosures(
  { name, manifest }: Pick<CatalogEntry, 'name' | 'manifest'>,
  source: ClosureSource,
  folder = catalogFolder,
): Promise<Closures> {
  const apt = aptMethod(manifest)
  const declared = {
    packages: (extraPackages[name] ?? []).map((extra) => extra.package),
    links: (extraLinks[name] ?? []).map(({ at, to }) => ({ at, to })),
  }
  const built: Closures =
    apt === undefined || leftOut[name] !== undefined ? {} : await buildClosures(apt.package, declared, source)
  return keepClosures({ name, manifest }, built, folder)
}

/** Writes these closures and the method that names them, and removes the files of all others. */
export async function keepClosures(
  { name, manifest }: Pick<CatalogEntry, 'name' | 'manifest'>,
  built: Closures,
  folder = catalogFolder,
): Promise<Closures> {
  const kept: Closures = {}
  for (const architecture of DebianArchitecture.options) {
    const file = closureFile(folder, name, architecture)
    const one = built[architecture]
    if (one === undefined) {
      await rm(file, { force: true })
      continue
    }
    const closure = DebianClosure.parse(withKnownTime(one.closure, await readClosure(file)))
    kept[architecture] = { ...one, closure }
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, printClosure(closure))
  }
  const changed = printEntry(withClosures(manifest, kept))
  if (changed !== printEntry(manifest)) await writeFile(path.join(folder, `${name}.json`), changed)
  return kept
}

async function readClosure(file: string): Promise<DebianClosure | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : DebianClosure.parse(JSON.parse(text))
}
