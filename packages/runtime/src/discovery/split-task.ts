import { taskVerbs } from './task-verbs.ts'

const mostParts = 8

/** Words between the steps of a task; text after a plain "and" or comma is a step only if it begins with a verb. */
const englishThen =
  /\s*(?:[;；]|\.\s|\band\s+then\b|\bthen\b|\bafter\s+that\b|\bafterwards\b|\bfinally\b)\s*/giu
const englishAnd = /\s*(?:,|\band\b|&)\s*/giu
const chineseThen = new Set([
  '然后',
  '接着',
  '之后',
  '随后',
  '最后',
  '并且',
  '并',
  '再',
  '后',
  '以及',
  '同时',
])
const japaneseThen = /それから|そのあと|その後|そして|次に|最後に/gu
const cjkPoint = /[，。；！]/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const han = /\p{Script=Han}/u
/** Marks a boundary between steps; cannot occur in cleaned text. */
const border = '\0'

/**
 * Splits a task that asks for several things in a row into steps; returns the whole task if it is a single one. Linear
 * time.
 */
export function splitTask(task: string): string[] {
  const text = task.replaceAll(border, ' ')
  const cut = kana.test(text) ? cutJapanese(text) : han.test(text) ? cutChinese(text) : text
  const steps = cut
    .replace(englishThen, border)
    .split(border)
    .flatMap((step) => (han.test(step) ? [step] : splitAtVerbs(step)))
    .map((step) => step.replace(/^[\s,，、.。]+|[\s,，、.。]+$/gu, ''))
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
  return steps.slice(0, mostParts)
}

const cutJapanese = (text: string): string =>
  text
    .replace(japaneseThen, border)
    .replace(cjkPoint, border)
    .replace(/(?<=[てで])、/gu, border)

let segmenter: Intl.Segmenter | undefined

/** By words, because the character for "and then" is also part of words such as "merge". */
function cutChinese(text: string): string {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return [...segmenter.segment(text.replace(cjkPoint, border))]
    .map(({ segment }) => (chineseThen.has(segment) ? border : segment))
    .join('')
}

/** "images and videos" is one thing; "resize images and upload them" are two steps. */
function splitAtVerbs(step: string): string[] {
  const steps: string[] = []
  let last = 0
  for (const { 0: joint, index } of step.matchAll(englishAnd)) {
    const [word = ''] = /^[a-z]+/i.exec(step.slice(index + joint.length)) ?? []
    if (!taskVerbs.has(word.toLowerCase())) continue
    steps.push(step.slice(last, index))
    last = index + joint.length
  }
  return [...steps, step.slice(last)]
}
