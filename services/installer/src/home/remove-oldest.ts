import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Removes the JSON files of a folder above `most`, least recently modified first. */
export async function removeOldest(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  if (names.length <= most) return
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      return { file, touchedAt: (await stat(file)).mtimeMs }
    }),
  )
  files.sort((a, b) => b.touchedAt - a.touchedAt)
  for (const { file } of files.slice(most)) await rm(file, { force: true })
}
