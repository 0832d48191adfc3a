/** A file in a skill's folder, as far as it could be read. */
export interface SkillFile {
  /** Path from the skill's folder, with slashes. */
  path: string
  /** Size in bytes. */
  size: number
  /** Only `text` has content. Links out of the folder are never followed. */
  kind: 'text' | 'binary' | 'not-utf8' | 'too-large' | 'link' | 'link-outside' | 'link-broken' | 'special'
  text?: string
}
