export {
  compileTemplates,
  type SkillTemplates,
  type TemplateFile,
  type TemplateSources,
} from './compile-templates.ts'
export { Frontmatter, parseFrontmatter, renderFrontmatter, type SkillDocument } from './frontmatter.ts'
export { type RenderedSkill, type RenderSkillOptions, renderSkill } from './render-skill.ts'
export { type SkillLanguage, skillLanguages } from './skill-words.ts'
export { inDialect } from './substitution.ts'
export { vetIndexEntry } from './vet-documents.ts'
export { type LeftOut, type VettedManifest, vetManifest, vetTree } from './vet-facts.ts'
