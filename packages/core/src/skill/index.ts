export { type SkillLanguage, skillLanguages } from '../manifest/skill/skill-language.ts'
export { Frontmatter, renderFrontmatter } from './frontmatter.ts'
export { parseFrontmatter } from './read-front-matter.ts'
export { type RenderedSkill, type RenderSkillOptions, renderSkill } from './render-skill.ts'
export type { CallStyle } from './skill-facts.ts'
export { compileTemplates, type SkillTemplates, type TemplateSources } from './templates/compile-templates.ts'
export { findExecutedText, inDialect } from './templates/substitution.ts'
export type { TemplateFile } from './templates/template-file.ts'
export { playbookFault } from './vet-answers.ts'
export { vetIndexEntry, vetProblem } from './vet-documents.ts'
export {
  isFineTree,
  type LeftOut,
  takeAsFine,
  type VettedManifest,
  vetManifest,
  vetTree,
} from './vet-facts.ts'
export { renderPlaybookSkill } from './view/playbook-skill.ts'
export { renderUmbrellaSkill, type UmbrellaApp } from './view/umbrella-skill.ts'
