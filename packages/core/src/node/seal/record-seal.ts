import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { jsonText } from '../files.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The text of a record's file with its `seal`: HMAC-SHA256 in base64url over everything else that the file holds, unknown
 * keys too, as JSON without spaces in the order of the file (the RFC 8785 form takes ten times as long, and lists read
 * hundreds). It is not bound to a folder: whoever can copy a sealed record can only bring back what this
 * user had installed, and a workspace may be moved.
 */
export const sealedRecordText = (record: Json, key: KeyObject): string =>
  jsonText({ ...unsealed(record), seal: sealOf(record, key).toString('base64url') })

/** Was this content of a record's file sealed with that key? */
export function isSealedBy(record: unknown, key: KeyObject): boolean {
  if (!isJson(record) || typeof record.seal !== 'string') return false
  const seal = Buffer.from(record.seal, 'base64url')
  const expected = sealOf(record, key)
  return seal.length === expected.length && timingSafeEqual(seal, expected)
}

const sealOf = (record: Json, key: KeyObject): Buffer =>
  createHmac('sha256', key)
    .update(`cli-apps install record\n${JSON.stringify(unsealed(record))}`)
    .digest()

const unsealed = ({ seal: _seal, ...rest }: Json): Json => rest

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
