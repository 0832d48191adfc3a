import { expect, test } from 'vitest'
import { selectEncoding } from '../../../services/registry/src/http/select-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br ; q=0.2 , gzip ; q=0.1', 'br'],
  ['gzip;q=0, identity', 'identity'],
  ['gzip;q=0.000, br;q=0.001', 'br'],
  ['identity;q=0.9, gzip;q=0.1', 'identity'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', 'identity'],
  ['gzip;q=1.5', 'identity'],
  ['xgzip, gzipped', 'identity'],
])('Accept-Encoding %j is answered with %s', (header, encoding) => {
  expect(selectEncoding(header)).toBe(encoding)
})
