import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { type Digest, isAppError, toLine } from '@cli-apps/core'
import { digestOf, readText } from '@cli-apps/core/node'
import { type ParsedSkill, parseSkill } from './parse-skill.ts'
import { type FoundSkill, whyNot } from './skill-folders.ts'

/** Maximum bytes of a skill's file; models read none that are longer. */
export const mostSkillBytes = 256 * 1024

/** A parsed SKILL.md, or why it was refused. */
export type ReadSkill = (ParsedSkill & { digest: Digest }) | { refused: ParsedSkill['problems'][number] }

const mostEntries = 10_000

/** Reads a skill once per stamp. */
export function createSkillReader(): (found: FoundSkill, realRoot: string) => Promise<ReadSkill> {
  const entries = new Map<string, { stamp: string; skill: Promise<ReadSkill> }>()
  return ({ name, file, place, stamp }, realRoot) => {
    const entry = entries.get(file)
    if (entry !== undefined && entry.stamp === stamp) return entry.skill
    if (entries.size > mostEntries) entries.clear()
    const skill = readSkill({ name, file, place }, realRoot)
    entries.set(file, { stamp, skill })
    return skill
  }
}

async function readSkill(
  { name, file, place }: Omit<FoundSkill, 'stamp'>,
  realRoot: string,
): Promise<ReadSkill> {
  try {
    if ((await realpath(file)) !== path.join(realRoot, place))
      return refused('skill.link', 'It is a link, or lies behind one.')
    const text = await readText(file, { atMost: mostSkillBytes })
    if (text === undefined) return refused('skill.unreadable', 'It is gone.')
    return { ...(await parseSkill(text, name)), digest: digestOf(text) }
  } catch (error) {
    if (isAppError(error) && error.code === 'file.too-large')
      return refused('skill.too-large', `It has more than ${mostSkillBytes} bytes.`)
    if (isAppError(error)) return refused('skill.unreadable', toLine(error.message, 300))
    return refused('skill.unreadable', whyNot(error))
  }
}

const refused = (code: string, message: string): ReadSkill => ({ refused: { code, message } })
