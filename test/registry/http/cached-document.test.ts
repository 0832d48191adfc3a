import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inEncoding, toDocument } from '../../../services/registry/src/http/cached-document.ts'

const text = 'format '.repeat(1000)
const documentOf = (body: string) => toDocument(new Response(body), { app: null })

test('is compressed once for each encoding, even for concurrent requests', async () => {
  const document = await documentOf(text)
  const made: number[] = []
  const ask = (encoding: 'br' | 'gzip') => inEncoding(document, encoding, (bytes) => made.push(bytes))
  const [first, meanwhile] = await Promise.all([ask('br'), ask('br')])
  expect(meanwhile).toBe(first)
  expect(ask('br')).toBe(first)
  const gzipped = await ask('gzip')
  expect(made).toEqual([first.body.length, gzipped.body.length])
  expect(brotliDecompressSync(first.body).toString()).toBe(text)
  expect(gunzipSync(gzipped.body).toString()).toBe(text)
  expect(new Set([document.plain.etag, first.etag, gzipped.etag]).size).toBe(3)
})

test('is not compressed when it is small', async () => {
  const document = await documentOf('small')
  expect(inEncoding(document, 'br', () => {})).toBe(document.plain)
})
