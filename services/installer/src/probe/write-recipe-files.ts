import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Recipe } from '@cli-apps/core'

/** Writes the files of a recipe, with the folders in which they are, into its new and empty folder. */
export async function writeRecipeFiles({ files = {} }: Pick<Recipe, 'files'>, folder: string): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(folder, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'))
  }
}
