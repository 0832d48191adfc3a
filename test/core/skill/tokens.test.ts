import { readdirSync, readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../../packages/core/src/tokens.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const folder = new URL('../../fixtures/help/', import.meta.url)
const screens = readdirSync(folder).map((file): [string, string] => [
  file,
  readFileSync(new URL(file, folder), 'utf8'),
])

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

test.each([...texts, ...screens])('the estimate is never below the real count: %s', (_, text) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(encode(text).length)
})

test('nor more than twice as high for sentences and help screens', () => {
  for (const [, text] of screens) expect(estimateTokens(text)).toBeLessThan(encode(text).length * 2.1)
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
])('characters in random order cost at most twice the estimate: %s', (_, from) => {
  const text = shuffled(from, 5_000)
  expect(estimateTokens(text) * 2).toBeGreaterThanOrEqual(encode(text).length)
})

test('time is linear', () => {
  expect(cpuTime(() => estimateTokens('-<a1中 '.repeat(170_000)))).toBeLessThan(3_000)
})
