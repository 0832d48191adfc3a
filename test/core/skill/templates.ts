import { loadTemplates } from '../../../packages/core/src/node/templates.ts'
import type { SkillTemplates } from '../../../packages/core/src/skill/templates/compile-templates.ts'

/** The templates as they are shipped. */
export const templates: SkillTemplates = await loadTemplates()
export const chineseTemplates: SkillTemplates = await loadTemplates({ language: 'zh' })
