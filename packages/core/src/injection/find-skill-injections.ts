import { findInjections } from './find-injections.ts'
import type { Injection } from './injection-rule.ts'

/** How a skill about attacks describes itself: it mentions many and makes none. */
const aboutAttacks =
  /\b(?:malware|malicious|forensics?|pentest\w{0,4}|penetration|exploit\w{0,6}|vulnerabilit\w{1,3}|threats?|attack\w{0,5}|adversar\w{1,5}|phishing|intrusion|incident response|red.?team\w{0,3}|owasp|injection|(?:security|secure) (?:audit\w{0,3}|review\w{0,3}|scan\w{0,4}|test\w{0,3}|assess\w{0,6}|monitor\w{0,3}|analys\w{1,3}|risks?|issues?|practices?)|audits? \w{1,20} (?:security|code)|hardening|segmentation|zero trust|detect\w{0,3})\b/i

export interface SkillInjection extends Injection {
  path: string
}

/**
 * Finds what looks like an attack in the files of a skill, judged together: a weak match counts only next to another
 * rule's, as does any match in a skill about attacks.
 */
export function findSkillInjections(
  files: readonly { path: string; text?: string | undefined }[],
): SkillInjection[] {
  const found = files.flatMap(({ path, text }) =>
    text === undefined ? [] : findInjections(text, 'skill').map((one) => ({ ...one, path })),
  )
  const own = files.find(({ path }) => path === 'SKILL.md')?.text ?? ''
  const weak = aboutAttacks.test(introductionOf(own))
  if (found.some(({ rule }) => !weak && rule.weak !== true)) return found
  return new Set(found.map(({ rule }) => rule.id)).size > 1 ? found : []
}

/** Name and description, without which no agent treats a page as a skill. */
const introductionOf = (text: string): string => /^---\n([\s\S]{0,3000}?)\n---/.exec(text)?.[1] ?? ''
