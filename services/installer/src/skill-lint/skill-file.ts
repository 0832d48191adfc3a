/** A file of a skill's folder as far as it could be read. */
export interface SkillFile {
  /** From the folder of the skill, with slashes. */
  path: string
  /** Bytes. */
  size: number
  /** `text` alone comes with its text. Links are never followed out of the folder. */
  kind: 'text' | 'binary' | 'not-utf8' | 'too-large' | 'link' | 'link-outside' | 'link-broken' | 'special'
  text?: string
}
