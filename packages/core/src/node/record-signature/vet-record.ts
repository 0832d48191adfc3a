import type { InstallRecord } from '../../workspace/install-record.ts'

/**
 * Returns a record for display: its manifest without texts that resemble an attack. On disk it stays as published, so
 * that digest and signature can be verified again.
 */
export async function vetRecord(record: InstallRecord): Promise<InstallRecord> {
  const { vetManifest } = await import('../../skill/vet-facts.ts')
  return { ...record, manifest: vetManifest(record.manifest).manifest }
}
