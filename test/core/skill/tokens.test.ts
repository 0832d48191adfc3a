import { readdirSync, readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { commonCharacters, commonWords } from '../../../packages/core/src/common-words.ts'
import type { AppManifest } from '../../../packages/core/src/manifest/manifest.ts'
import { parseManifest } from '../../../packages/core/src/manifest/read-manifest.ts'
import type { SkillLanguage } from '../../../packages/core/src/manifest/skill/skill-language.ts'
import { renderSkill } from '../../../packages/core/src/skill/render-skill.ts'
import type { SkillTemplates } from '../../../packages/core/src/skill/templates/compile-templates.ts'
import { estimateTokens } from '../../../packages/core/src/tokens.ts'
import { CommandNode } from '../../../packages/help/src/command-tree.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { chineseTemplates, templates } from './templates.ts'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const filesIn = (folder: string, ending: string): [string, string][] =>
  readdirSync(new URL(`../../../${folder}/`, import.meta.url))
    .filter((file) => file.endsWith(ending))
    .map((file) => [file, read(`${folder}/${file}`)])

/** Items at equal distances, at most twice as many as `count`. */
function sampleOf<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, at) => at % step === 0)
}

const screens = filesIn('test/fixtures/help', '.txt')
const documents: [string, string][] = [
  ['README.md', read('README.md')],
  ...filesIn('docs', '.md'),
  ...filesIn('templates', '.md'),
]
/** Some seventy of the catalog: more say the same again. */
const manifests = sampleOf(filesIn('catalog', '.json'), 70).map(([file, text]): [string, AppManifest] => [
  file.replace('.json', ''),
  parseManifest(JSON.parse(text)),
])
const trees = filesIn('test/fixtures/trees', '.json').map(([file, text]): [string, CommandNode] => [
  file.replace('.json', ''),
  CommandNode.parse(JSON.parse(text)),
])
const some = parseManifest({
  manifest: 1,
  name: 'tool',
  version: '1.2.3',
  display_name: 'Tool',
  summary: 'Keeps things in order',
  description: 'Adds, lists and removes things.',
  category: 'dev',
  entry_point: 'tool',
  install: [{ method: 'npm', package: 'tool', version: '1.2.3' }],
})

/** Files of the skills of catalog entries and recorded trees. */
const skillsIn = (language: SkillLanguage, templates: SkillTemplates): [string, string][] =>
  [
    ...manifests.map(([name, manifest]) => ({ name, manifest, commands: undefined })),
    ...trees.map(([name, commands]) => ({ name, manifest: some, commands })),
  ].flatMap(({ name, ...facts }) =>
    Object.entries(
      renderSkill({
        ...facts,
        installed: undefined,
        templates,
        language,
        generator: { version: '1.0.0' },
        digest: 'sha256:abc',
      }).files,
    ).map(([path, text]): [string, string] => [`${name}/${path}`, text]),
  )
const skills = skillsIn('en', templates)
const chineseSkills = skillsIn('zh', chineseTemplates)

/** Every `step`th character of a block of Unicode. */
const block = (first: number, last: number, step = 1): string =>
  Array.from({ length: Math.floor((last - first) / step) }, (_, at) =>
    String.fromCodePoint(first + at * step),
  ).join('')

const texts: [string, string][] = [
  ['nothing', ''],
  ['one odd word', 'ajv'],
  [
    'English',
    'The quick brown fox jumps over the lazy dog, and nobody was surprised by its extraordinary enthusiasm.',
  ],
  ['Chinese', '这个工具可以把图片转换成其他格式，并且支持批量处理。需要先登录飞书，然后运行命令。'],
  ['Japanese', 'このツールは画像を変換します。カタカナとひらがなも含まれています。'],
  ['Korean', '이 도구는 이미지를 변환합니다. 한국어 문장도 있습니다.'],
  ['Russian', 'Этот инструмент преобразует изображения в другие форматы.'],
  [
    'code',
    'export const f = (x: number): string => x.toFixed(2) + `px` // kubectl --namespace=kube-system\n',
  ],
  [
    'JSON',
    JSON.stringify({ name: 'tool', args: ['--json', 'a/b.c', '1234567'], nested: [[], {}, [null, true]] }),
  ],
  ['punctuation', '!@#$%^&*()_+-=[]{}|;\':",./<>?~` -- -> => :: /* */ <!-- --> ... ??? !!! ### ***'],
  ['digits', '3.14159265358979 2026-11-21T22:35:00Z 0xdeadbeef 127.0.0.1:8080'],
  ['digest', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['base64', 'dGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw=='],
  ['abbreviations', 'xz zstd grpc mqtt krb btrfs nvme ctl cfg tmp vmdk qcow pptx HTTPS JSONL YAML'],
  ['white space', 'a\n\n\n    b\t\tc          d\r\n  \n'],
  ['emoji', '🚀 🧪 👩‍💻 ✅ ⚠️ → ★'],
  ['CJK Extension A', block(0x3400, 0x4dbf, 61)],
  ['CJK Extension B', block(0x20000, 0x2a6d0, 997)],
  ['Javanese', 'ꦱꦧꦼꦤ꧀ꦮꦺꦴꦁꦏꦭꦲꦶꦂꦏꦤ꧀ꦛꦶꦩꦂꦢꦶꦏ'],
  ['Balinese', block(0x1b00, 0x1b4f)],
  ['Cherokee', block(0x13a0, 0x13f5)],
  ['Ethiopic', 'ይህ መሣሪያ ምስሎችን ይለውጣል'],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ'],
  ['Gothic', block(0x10330, 0x1034a)],
  ['mathematical letters', block(0x1d400, 0x1d7ff, 7)],
  ['phonetic letters', block(0x250, 0x2af)],
  ['Thai', 'เครื่องมือนี้แปลงรูปภาพเป็นรูปแบบอื่น'],
  ['Hindi', 'यह उपकरण छवियों को अन्य प्रारूपों में बदलता है'],
  ['Arabic', 'تقوم هذه الأداة بتحويل الصور إلى تنسيقات أخرى'],
  ['Vietnamese', 'Công cụ này chuyển đổi hình ảnh sang các định dạng khác'],
  ['letters that are mostly vowels', 'uuidoaeiuyaoeiu'],
  ['vowels alone', 'yeiyuioiauaoiyiyuayuiy'],
  ['rules', '────────── ═════ |---|---| ======== --------'],
]

const realTokens = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length

test.each([...texts, ...screens, ...documents])(
  'never estimates fewer tokens than the real count: %s',
  (_, text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(realTokens(text))
  },
)

const tooLow = (samples: readonly [string, string][]): string[] =>
  samples.flatMap(([name, text]) => (estimateTokens(text) < realTokens(text) ? [name] : []))

test('never estimates fewer for manifests and their skills in either language', () => {
  const shown = manifests.map(([name, manifest]): [string, string] => [
    name,
    JSON.stringify(manifest, undefined, 2),
  ])
  expect(tooLow([...shown, ...skills, ...chineseSkills])).toEqual([])
  expect(skills.length).toBeGreaterThan(50)
})

test.each([
  ['help screens', screens, 1.3],
  ['documents', documents, 1.3],
  ['skills', skills, 1.25],
  ['Chinese skills', chineseSkills, 1.42],
])('limits the overestimate of all together: %s', (_, samples, ratio) => {
  const sum = (count: (text: string) => number): number =>
    samples.reduce((total, [, text]) => total + count(text), 0)
  expect(sum(estimateTokens)).toBeLessThan(sum(realTokens) * ratio)
})

test('estimates no less for separate lines than for their text', () => {
  for (const [, text] of [...screens, ...documents])
    expect(text.split('\n').reduce((sum, line) => sum + estimateTokens(line), 0)).toBeGreaterThanOrEqual(
      estimateTokens(text),
    )
})

test('counts as one token only words that are one, even at the start of a sentence or line', () => {
  const split = [...commonWords].flatMap((word) =>
    [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`].flatMap((form) =>
      encode(form).length > 1 || encode(` ${form}`).length > 1 ? [form] : [],
    ),
  )
  expect(split).toEqual([])
  expect([...commonCharacters].filter((character) => encode(character).length > 1)).toEqual([])
})

/** Text of `count` random pieces of these, the same in every run. */
function shuffled(from: readonly string[], count: number): string {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return Array.from({ length: count }, () => from[next() % from.length]).join('')
}

test.each([
  ['small letters', [...'abcdefghijklmnopqrstuvwxyz']],
  ['letters and spaces', [...'abcdefghijklmnopqrstuvwxyz    ']],
  ['capitals', [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']],
  ['letters of a hash', [...'abcdefghijklmnopqrstuvwxyz0123456789']],
  ['rare Chinese characters', Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at))],
])('estimates at most twice the tokens of random characters: %s', (_, from) => {
  const text = shuffled(from, 5_000)
  expect(estimateTokens(text) * 2).toBeGreaterThanOrEqual(encode(text).length)
})

test('estimates in linear time', () => {
  expect(cpuTime(() => estimateTokens('-<a1中 '.repeat(170_000)))).toBeLessThan(3_000)
})
