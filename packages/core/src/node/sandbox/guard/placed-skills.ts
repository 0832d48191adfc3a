import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { agentFolders } from '../../../agents.ts'
import { digestOf } from '../../digest.ts'
import { namesInNow } from '../../folders.ts'

const Digests = z.record(z.string(), z.string())

/** What cli-apps wrote for a skill: a part of `InstallRecord`, `PlaybookRecord` or `UmbrellaRecord`. */
const SkillFiles = z.union([
  z.pipe(
    z.object({ skill: z.object({ files: Digests, copies: z.optional(Digests) }) }),
    z.transform(({ skill }) => ({ ...skill.files, ...skill.copies })),
  ),
  z.pipe(
    z.object({ files: Digests }),
    z.transform(({ files }) => files),
  ),
])

const pauseMs = 50
const mostPauses = 40

/**
 * Distinguishes what `cli-apps install` and `cli-apps playbook add` placed from what a concurrent run created: a skill folder or file counts as
 * placed if each of its files matches a record. Runs cannot change records.
 */
export async function readPlacedSkills(root: string): Promise<(place: string) => boolean> {
  await changesAreCarriedOut(root)
  const digests = new Map(['apps', 'playbooks', 'umbrella'].flatMap((kind) => recordsIn(root, kind)))
  return (place) => {
    const files = holdsSkills(place) ? filesBelow(root, place) : undefined
    return (
      files !== undefined &&
      files.length > 0 &&
      files.every((file) => digests.has(file) && digests.get(file) === digestOfFile(path.join(root, file)))
    )
  }
}

/** In bytes; far more than a skill has. */
const mostBytes = 2 ** 20

function digestOfFile(file: string): string | undefined {
  try {
    return lstatSync(file).size <= mostBytes ? digestOf(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

const holdsSkills = (place: string): boolean =>
  ['skills', ...agentFolders].some((folder) => folder === place || folder.startsWith(`${place}/`))

/** Waits for changes in progress: their journal exists until all their files are in place. */
async function changesAreCarriedOut(root: string): Promise<void> {
  for (let pauses = 0; pauses < mostPauses; pauses++) {
    if (!namesInNow(path.join(root, '.cli-apps', 'txn')).some((name) => name.endsWith('.json'))) return
    await sleep(pauseMs)
  }
}

/** Files by path, each with its digest. */
function recordsIn(root: string, kind: string): [file: string, digest: string][] {
  const folder = path.join(root, '.cli-apps', kind)
  return namesInNow(folder).flatMap((name) => {
    try {
      return Object.entries(SkillFiles.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
    } catch {
      // Other commands report the damage; what it lists does not count as placed.
      return []
    }
  })
}

/** Relative to the workspace; `undefined` if something is neither a file nor a folder. */
function filesBelow(root: string, place: string): string[] | undefined {
  const stats = lstatSync(path.join(root, place), { throwIfNoEntry: false })
  if (stats?.isFile() === true) return [place]
  if (stats?.isDirectory() !== true) return undefined
  const inner = namesInNow(path.join(root, place)).map((name) => filesBelow(root, `${place}/${name}`))
  return inner.every((files) => files !== undefined) ? inner.flat() : undefined
}
