import { skillName } from '../manifest/app-name-form.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import type { Frontmatter } from './frontmatter.ts'
import { safeLine } from './safe-text.ts'
import type { SkillFacts } from './skill-facts.ts'
import { fillWords, type SkillWords } from './skill-words.ts'

const maxDescription = 1024

/** The front matter of a skill: what it does, when to use it, and its origin. */
export function skillFrontmatter(
  { manifest, installed, generator, digest, language }: SkillFacts,
  words: SkillWords,
): Frontmatter {
  const known = installed === undefined ? manifest.program_version : installed.version?.version
  // An entry that was corrected ends in +1 or more; its program does not.
  const program = line((known ?? '').replace(/\+\d+$/, ''), 100)
  const metadata: Record<string, string> = { app: manifest.name, version: manifest.version }
  if (program !== '') metadata['program-version'] = program
  metadata['generator-version'] = line(generator.version, 60)
  if (digest !== undefined) metadata['manifest-digest'] = line(digest, 200)
  metadata.language = language
  return {
    name: skillName(manifest.name),
    description: descriptionOf(manifest, words),
    ...(manifest.license !== undefined && { license: line(manifest.license, 200) }),
    compatibility: line(installed === undefined ? words.compatibilityAbsent : words.compatibility, 500),
    metadata,
  }
}

/** Front matter ends at the first three hyphens anywhere, and must not contain markup. */
const line = (text: string, max: number): string =>
  safeLine(text, max).replace(/-{3,}/g, '--').replace(/[<>]/g, '')

/** A description that says so needs no second sentence about it, which SKILL.md has. */
const saysWhen = /\buse (?:it|this)\b|\bwhen(?:ever)?\b|用于|时使用|适用|适合/i

/** What and when, then other words that a task may use; parts that do not fit completely are omitted. */
function descriptionOf(manifest: AppManifest, words: SkillWords): string {
  const { summary, description, skill, display_name: name, aliases = [], tags = [] } = manifest
  const sentence = (text: string): string =>
    /[.!?。！？]$/u.test(text) ? text : fillWords(words.sentence, { text })
  const useWhen = skill?.use_when
  // Words already in the sentences do not improve discovery.
  const said = [name, summary, description, useWhen ?? ''].join(' ').toLowerCase()
  const isNew = (word: string): boolean => !said.includes(word.toLowerCase())
  const also = aliases.filter(isNew).slice(0, 6)
  const keywords = tags.filter(isNew).slice(0, 12)
  const parts = [
    sentence(`${name}${words.colon}${summary}`),
    description === summary ? '' : sentence(description),
    useWhen === undefined || saysWhen.test(description)
      ? ''
      : sentence(/^use /i.test(useWhen) ? useWhen : fillWords(words.useWhen, { text: useWhen })),
    also.length === 0 ? '' : fillWords(words.alsoCalled, { names: also.join(words.comma) }),
    keywords.length === 0 ? '' : fillWords(words.keywords, { words: keywords.join(words.comma) }),
  ]
  let text = ''
  for (const part of parts) {
    const longer = text === '' ? part : `${text}${words.space}${part}`
    if (part !== '' && (text === '' || longer.length <= maxDescription)) text = longer
  }
  return line(text, maxDescription)
}
