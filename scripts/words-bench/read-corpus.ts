import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Corpus } from './corpus.ts'

/** Checkouts are in folders named `owner+name`. */
export const checkoutOf = (folder: string, { repository }: Corpus): string =>
  path.join(folder, repository.replace('/', '+'))

/** Returns the distinct texts of a corpus. Throws if the checkout is missing or differs. */
export async function readCorpus(folder: string, corpus: Corpus): Promise<string[]> {
  const root = checkoutOf(folder, corpus)
  const files = (await readdir(root, { recursive: true }))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => corpus.files.test(file))
    .sort()
  const texts = new Set<string>()
  for (const file of files) {
    const beside = corpus.reader === 'skill' ? await besideSkill(path.join(root, path.dirname(file))) : ''
    for (const text of readers[corpus.reader]((await readFile(path.join(root, file), 'utf8')) + beside))
      if (text.trim() !== '') texts.add(text.trim())
  }
  const digest = digestOf([...texts])
  if (corpus.digest !== '' && digest !== corpus.digest)
    throw new RangeError(`${corpus.id}: the texts in ${root} have the digest ${digest}, not ${corpus.digest}`)
  return [...texts]
}

/** Scripts and references of a skill as one text. */
async function besideSkill(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => /\.(?:md|py|sh|js|ts|mjs|ya?ml)$/.test(file) && !/SKILL\.md$|license/i.test(file))
    .sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return texts.map((text) => `\n\f${text}`).join('')
}

export function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of [...texts].sort()) hash.update(text).update('\0')
  return hash.digest('hex')
}

/** Labels with which a benchmark marks its own attacks; rules would match them instead of the attack. */
const labels =
  /BENCHMARK_TEST_ONLY|neutraliz|\b[A-Z]{3,}-\d{3}\b|MALICIOUS|\[REDACTED\]\s{0,2}-|attacker|exfiltrat|hidden payload|FAKE:|steal|malicious|backdoor/i

function skillTexts(text: string): string[] {
  const lines = text
    .replace(/<!--[^>]{0,300}(?:BENCHMARK_TEST_ONLY|attack_class:)[^>]{0,300}-->/g, '')
    .split('\n')
    .map((line) => {
      const comment = /(?:#|\/\/|<!--|\/\*|"""|\*)\s.*$/.exec(line)
      return comment !== null && labels.test(comment[0]) ? line.slice(0, comment.index) : line
    })
  return [lines.join('\n').replaceAll('[REDACTED]', 'collector')]
}

type Json = Record<string, unknown>
const parse = (text: string): unknown => JSON.parse(text)

function listIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value as Json[]
  const list = Object.values(value as Json).find(Array.isArray)
  return (list ?? []) as Json[]
}

/** Chat instructions that no program's description would contain, such as "tell me how to …", are not measured. */
const steeringLabels = new Set(['Instruction Override', 'Prompt Leaking'])
const steeringRules = new Set(['ATR-2026-00001', 'ATR-2026-00003'])

const readers: Readonly<Record<Corpus['reader'], (text: string) => string[]>> = {
  skill: skillTexts,
  page: skillTexts,
  prompts: (text) => listIn(parse(text)).map(({ text: prompt }) => String(prompt)),
  labelled: (text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parse(line) as Json)
      .filter(({ injection_type }) => steeringLabels.has(String(injection_type)))
      .map(({ text: prompt }) => String(prompt)),
  attacks: (text) =>
    listIn(parse(text))
      .filter(({ original_rule_id }) => steeringRules.has(String(original_rule_id)))
      .map(({ payload }) => String(payload))
      // The rules cover English and Chinese.
      .filter(
        (payload) =>
          /^[\x20-\x7e‘’“”–—\n]+$/.test(payload) ||
          /^(?!.*[\u3040-\u30ff\uac00-\ud7af]).*\p{Script=Han}/u.test(payload),
      ),
  table: (text) =>
    text
      .split('\n')
      .filter((line) => /^\| (?!Category|-)/.test(line))
      .map((line) => line.split(' | ')[1] ?? ''),
  injections: (text) =>
    listIn(parse(text)).flatMap(({ instructions }) => {
      const { description_injection, line_injection } = instructions as Json
      return [String(description_injection ?? ''), String(line_injection ?? '')].map((each) =>
        each.replace(/^[\s.]+/, ''),
      )
    }),
}
