import { readdirSync, readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../../packages/core/src/tokens.ts'

const folder = new URL('../../fixtures/help/', import.meta.url)
const screens = readdirSync(folder).map((file): [string, string] => [
  file,
  readFileSync(new URL(file, folder), 'utf8'),
])

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
  ['rules', '────────── ═════ |---|---| ======== --------'],
]

test.each([...texts, ...screens])('the estimate is never below the real count: %s', (_, text) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(encode(text).length)
})

test('nor more than twice as high for sentences and help screens', () => {
  for (const [, text] of screens) expect(estimateTokens(text)).toBeLessThan(encode(text).length * 2.1)
})

test('a megabyte is counted in under a second', () => {
  const start = performance.now()
  estimateTokens('-<a1中 '.repeat(170_000))
  expect(performance.now() - start).toBeLessThan(1_500)
})
