import { describe, expect, it } from 'vitest'
import { readPublisherChecksum } from '../../../services/installer/src/binary/publisher-checksum.ts'

const a = 'a'.repeat(64)
const b = 'b'.repeat(64)
const long = 'c'.repeat(128)
const read = (text: string) => readPublisherChecksum(text, 'tool_linux.zip', 'https://example.org/sums')

describe('readPublisherChecksum', () => {
  it.each([
    ['sha256sum', `${b}  other.zip\n${a}  tool_linux.zip\n`],
    ['sha256sum in binary mode', `${a} *tool_linux.zip\r\n${b} *other.zip\r\n`],
    ['sha256sum with a folder of its own', `${a}  ./tool_linux.zip`],
    ['BSD', `SHA256 (other.zip) = ${b}\nSHA256 (tool_linux.zip) = ${a.toUpperCase()}\n`],
    ['one digest alone', `${a}\n`],
    [
      'several algorithms',
      `${long}  tool_linux.zip\n${'d'.repeat(32)}  tool_linux.zip\n${a}  tool_linux.zip`,
    ],
  ])('reads %s', (_form, text) => {
    expect(read(text)).toEqual({ algorithm: 'sha256', hex: a })
  })

  it('reads SHA-512 where there is no SHA-256', () => {
    expect(read(`${long}  tool_linux.zip\n`)).toEqual({ algorithm: 'sha512', hex: long })
    expect(read(`SHA512 (tool_linux.zip) = ${long}`)).toEqual({ algorithm: 'sha512', hex: long })
  })

  it.each([
    ['no line of the file', `${a}  other.zip\n`],
    ['a line of a file whose name only ends alike', `${a}  evil/tool_linux.zip\n`],
    ['two digests of the file', `${a}  tool_linux.zip\n${b}  tool_linux.zip\n`],
    ['several digests without names', `${a}\n${b}\n`],
    ['a weak algorithm only', `${'d'.repeat(32)}  tool_linux.zip\n`],
    ['a web page', '<!doctype html><html></html>'],
    ['nothing', ''],
  ])('refuses a file with %s', (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'download.no-checksum' }))
  })
})
