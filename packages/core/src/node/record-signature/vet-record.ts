import type { InstallRecord } from '../../workspace/install-record.ts'

/**
 * A record as it may be shown: its manifest without the texts that read like an attack. On disk it stays as it was published,
 * so that digest and signature can be proved again.
 */
export async function vetRecord(record: InstallRecord): Promise<InstallRecord> {
  const { vetManifest } = await import('../../skill/vet-facts.ts')
  return { ...record, manifest: vetManifest(record.manifest).manifest }
}
