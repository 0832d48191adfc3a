import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { jsonText } from '../files.ts'

type Json = Readonly<Record<string, unknown>>

const signatureKey = 'record_signature'

/** The key of the signature in records of earlier versions, replaced when the record is written again. */
const earlierKey = 'seal'

/**
 * Returns the text of a record file with its `record_signature`: an HMAC-SHA256 in base64url over all other keys of the file,
 * unknown ones too, as compact JSON in the order of the file (the RFC 8785 form takes ten times as long, and lists read
 * hundreds of records). It does not name a folder, because a workspace may be moved: a copied record can only restore
 * what this user had installed.
 */
export function signedRecordText(record: Json, key: KeyObject): string {
  const { [earlierKey]: _earlier, [signatureKey]: _signature, ...content } = record
  return jsonText({ ...content, [signatureKey]: sign(content, key).toString('base64url') })
}

/** Whether this content of a record file was signed with this key. */
export function isRecordSignedBy(record: unknown, key: KeyObject): boolean {
  if (!isJson(record)) return false
  const { [Object.hasOwn(record, signatureKey) ? signatureKey : earlierKey]: text, ...content } = record
  if (typeof text !== 'string') return false
  const signature = Buffer.from(text, 'base64url')
  const expected = sign(content, key)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

const sign = (content: Json, key: KeyObject): Buffer =>
  createHmac('sha256', key)
    .update(`cli-apps install record\n${JSON.stringify(content)}`)
    .digest()

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
