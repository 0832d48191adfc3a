import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { resourceFolder } from './resources.ts'

/** Handlebars sources by name: `skill` for `skill.md.hbs`, and `partials` by file name without `.md.hbs` or `.hbs`. */
export interface TemplateSources {
  templates: Record<string, string>
  partials: Record<string, string>
}

/** Reads the templates that ship with the program, or those of another folder of the same shape. */
export async function loadTemplates(folder = resourceFolder('templates')): Promise<TemplateSources> {
  const [templates, partials] = await Promise.all([
    readSources(folder),
    readSources(path.join(folder, 'partials')),
  ])
  return { templates, partials }
}

async function readSources(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.hbs')).sort()
  const sources = await Promise.all(
    files.map(
      async (file) =>
        [file.replace(/(\.md)?\.hbs$/, ''), await readFile(path.join(folder, file), 'utf8')] as const,
    ),
  )
  return Object.fromEntries(sources)
}
