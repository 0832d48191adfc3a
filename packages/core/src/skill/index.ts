export { Frontmatter, parseFrontmatter, renderFrontmatter, type SkillDocument } from './frontmatter.ts'
export {
  maxSkillTokens,
  type RenderedSkill,
  type RenderSkillOptions,
  renderSkill,
  type SkillTemplates,
} from './render-skill.ts'
