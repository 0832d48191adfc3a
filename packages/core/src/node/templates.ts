import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SkillTemplates } from '../skill/render-skill.ts'
import { resourceFolder } from './resources.ts'

/** Reads the templates that ship with the program, or those of another folder of the same shape. */
export async function loadTemplates(folder = resourceFolder('templates')): Promise<SkillTemplates> {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8')
  const names = (await readdir(path.join(folder, 'partials'))).filter((name) => name.endsWith('.hbs')).sort()
  const [skill, reference, ...partials] = await Promise.all([
    read('skill.md.hbs'),
    read('reference.md.hbs'),
    ...names.map((name) => read(path.join('partials', name))),
  ])
  return {
    skill,
    reference,
    partials: Object.fromEntries(
      names.map((name, index) => [name.replace(/\.hbs$/, ''), partials[index] ?? '']),
    ),
  }
}
