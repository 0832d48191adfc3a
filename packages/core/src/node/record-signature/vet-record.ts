import { builtInCatalog } from '../../built-in-catalog.ts'
import type { InstallRecord } from '../../workspace/install-record.ts'

/**
 * Returns a record for display: its manifest without texts that resemble an attack. On disk it stays as published, so
 * that digest and signature can be verified again. Own records of the built-in catalog hold only texts that were judged
 * when it was built.
 */
export async function vetRecord(record: InstallRecord, isOwn: boolean): Promise<InstallRecord> {
  if (isOwn && record.registry === builtInCatalog) return record
  const { vetManifest } = await import('../../skill/vet-facts.ts')
  return { ...record, manifest: vetManifest(record.manifest).manifest }
}
