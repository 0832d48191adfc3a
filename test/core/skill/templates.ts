import { readdirSync, readFileSync } from 'node:fs'
import type { SkillTemplates } from '../../../packages/core/src/skill/render-skill.ts'

const folder = new URL('../../../templates/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')

/** The templates as they are shipped. */
export const templates: SkillTemplates = {
  skill: read('skill.md.hbs'),
  reference: read('reference.md.hbs'),
  partials: Object.fromEntries(
    readdirSync(new URL('partials/', folder)).map((file) => [
      file.replace('.hbs', ''),
      read(`partials/${file}`),
    ]),
  ),
}
