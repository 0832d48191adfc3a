import { expect, it } from 'vitest'
import { byteText } from '../../../services/installer/src/ui/byte-text.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3_449, '3.4 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [38_000_000, '38.0 MB'],
  [1_500_000_000, '1.5 GB'],
  [5e15, '5000.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(byteText(bytes)).toBe(text)
})
