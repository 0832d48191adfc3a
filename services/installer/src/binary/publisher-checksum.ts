import { IntegrityError, t } from '@cli-apps/core'

/** A digest that a publisher states of a file. */
export interface StatedDigest {
  algorithm: 'sha256' | 'sha512'
  /** Lower case hexadecimal digits. */
  hex: string
}

const bsdLine = /^(?:sha256|sha512) ?\((.+)\) ?= ?([0-9a-f]+)$/i
const gnuLine = /^\\?([0-9a-f]+)[ \t]+\*?(.+)$/i
const bareLine = /^([0-9a-f]+)$/i

/**
 * Returns the digest that a publisher's checksum file states of a file: lines of `sha256sum` or `sha512sum`, with or without `*`, BSD
 * lines such as `SHA256 (file) = …`, or one digest alone. SHA-256 comes before SHA-512; other algorithms do not count. Throws
 * `IntegrityError` `download.no-checksum` if it states none of this file, or two different ones.
 */
export function readPublisherChecksum(text: string, file: string, url: string): StatedDigest {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const stated = lines.flatMap((line) => digestIn(line, { file, isAlone: lines.length === 1 }))
  for (const algorithm of ['sha256', 'sha512'] as const) {
    const digests = new Set(stated.flatMap((one) => (one.algorithm === algorithm ? [one.hex] : [])))
    const [hex] = digests
    if (digests.size > 1)
      throw noChecksum(url, t('publisher-checksum.two', 'two different checksums of {file}', { file }))
    if (hex !== undefined) return { algorithm, hex }
  }
  throw noChecksum(url, t('publisher-checksum.none', 'no SHA-256 or SHA-512 checksum of {file}', { file }))
}

function digestIn(line: string, { file, isAlone }: { file: string; isAlone: boolean }): StatedDigest[] {
  const [, bsdName, bsdHex] = bsdLine.exec(line) ?? []
  const [, gnuHex, gnuName] = bsdName === undefined ? (gnuLine.exec(line) ?? []) : []
  const [, bareHex] = isAlone ? (bareLine.exec(line) ?? []) : []
  const name = bsdName ?? gnuName
  if (name !== undefined && name.replace(/^\.\//, '') !== file) return []
  const hex = (bsdHex ?? gnuHex ?? bareHex ?? '').toLowerCase()
  if (hex.length === 64) return [{ algorithm: 'sha256', hex }]
  return hex.length === 128 ? [{ algorithm: 'sha512', hex }] : []
}

const noChecksum = (url: string, what: string): IntegrityError =>
  new IntegrityError(
    'download.no-checksum',
    t('download.no-checksum', 'The checksum file {url} has {what}.', { url, what }),
    {
      hint: t(
        'download.no-checksum.hint',
        'Nothing was installed. Report it to the publisher of the app, or to the operator of a configured mirror.',
      ),
    },
  )
