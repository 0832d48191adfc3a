import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { findInjections } from '../../packages/core/src/injection/find-injections.ts'
import { findSkillInjections } from '../../packages/core/src/injection/find-skill-injections.ts'
import type { InjectionScope } from '../../packages/core/src/injection/injection-rule.ts'

export interface Judged {
  text: string
  rules: string[]
  excerpts: string[]
}

export interface Rate {
  flagged: number
  total: number
}

/** Splits texts by hash: rules are tuned on one half and measured on the other. */
export const isTuned = (text: string): boolean =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0

export const judgeTexts = (texts: readonly string[], scope: InjectionScope): Judged[] =>
  texts.map((text) => ({ text, ...judgeText(text, scope) }))

function judgeText(text: string, scope: InjectionScope): Omit<Judged, 'text'> {
  const found =
    scope === 'manifest'
      ? findInjections(text, scope)
      : findSkillInjections(
          text.split('\f').map((file, at) => ({ path: at === 0 ? 'SKILL.md' : `${at}`, text: file })),
        )
  return { rules: found.map(({ rule }) => rule.id), excerpts: found.map(({ excerpt }) => excerpt) }
}

export const rateOf = (judged: readonly Judged[]): Rate => ({
  flagged: judged.filter(({ rules }) => rules.length > 0).length,
  total: judged.length,
})

/** Package descriptions from this machine's Debian package lists: one in `step`, chosen by hash. */
export async function debianDescriptions(step = 16): Promise<string[]> {
  const { stdout } = await promisify(execFile)('apt-cache', ['dumpavail'], { maxBuffer: 400_000_000 })
  const texts = new Set<string>()
  for (const stanza of stdout.split('\n\n')) {
    const name = /^Package: (.+)$/m.exec(stanza)?.[1] ?? ''
    const description = /^Description(?:-en)?: (.*(?:\n .*)*)/m.exec(stanza)?.[1]
    if (description === undefined || (createHash('sha256').update(name).digest()[1] ?? 0) % step !== 0)
      continue
    texts.add(description.replace(/\n \.?/g, '\n').trim())
  }
  return [...texts]
}
