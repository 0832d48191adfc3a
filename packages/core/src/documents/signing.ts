import { canonicalJson } from '../canonical-json.ts'

/*
 * What signatures are made over, byte for byte. No payload can be taken for one of another kind: each has a key at its top
 * that the others lack (`manifest`, `playbook`, `index`, `timestamp`, `key`).
 */

/** Of a version: the RFC 8785 form of its manifest as received. */
export const versionPayload = (manifest: unknown): string => canonicalJson(manifest)

/** Of a playbook: the same of the playbook. */
export const playbookPayload = versionPayload

/** Of an index: the RFC 8785 form of the document as received, without its signatures. */
export const indexPayload = ({ signatures: _, ...signed }: Readonly<Record<string, unknown>>): string =>
  canonicalJson(signed)

/** Of a timestamp: the same. */
export const timestampPayload = indexPayload

/** Of a key: its RFC 8785 form without its signatures and its end, which is not known yet when others vouch for it. */
export const keyPayload = ({
  signatures: _,
  valid_until: _end,
  ...signed
}: Readonly<Record<string, unknown>>): string => canonicalJson(signed)
