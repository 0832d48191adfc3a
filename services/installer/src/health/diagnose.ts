import type { InstallRecord } from '@cli-apps/core'
import { listInstalled, readRecord } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { readSteadily } from '../workspace/read-steadily.ts'
import { checkSkillAges } from './check-skill-age.ts'
import { checkStore } from './check-store.ts'
import { checkUmbrellaAge } from './check-umbrella.ts'
import { checkClaim, checkWorkspace } from './check-workspace.ts'
import { attempt, type Fault } from './fault.ts'
import { openVerifier } from './open-verifier.ts'
import { verifyInstalled } from './verify-installed.ts'

interface Diagnosis {
  /** Number of apps checked. */
  checked: number
  faults: Fault[]
}

/**
 * Runs everything that `verify` checks, and checks the rest of workspace and store. Changes nothing, asks no registry. What looks
 * wrong while another process changes the workspace is looked at again.
 */
export const diagnose = (context: CommandContext): Promise<Diagnosis> =>
  readSteadily(context.workspace, () => diagnoseOnce(context), {
    signal: context.signal,
    isDoubtful: ({ faults }) => faults.length > 0,
  })

async function diagnoseOnce(context: CommandContext): Promise<Diagnosis> {
  const { apps, faults } = await verifyInstalled([], openVerifier(context))
  const records = await readableRecords(context)
  const claims: Fault[] = []
  for (const record of records) {
    const found = await attempt(claims, record.name, () => checkClaim(record, context))
    claims.push(...(found ?? []))
  }
  const ages = await checkSkillAges(records, apps, context)
  const all = [...faults, ...ages, ...apps.flatMap((app) => app.faults)]
  // Repairs of other faults write it too.
  const umbrella = all.length > 0 ? [] : await attempt([], null, () => checkUmbrellaAge(context))
  return {
    checked: apps.length,
    faults: [
      ...faults,
      ...(await checkWorkspace(records, context)),
      ...(await checkStore(context.config)),
      ...apps.flatMap((app) => app.faults),
      ...ages,
      ...(umbrella ?? []),
      ...claims,
    ],
  }
}

/** Skips damaged records, which are reported as faults of their apps. */
async function readableRecords({ workspace }: CommandContext): Promise<InstallRecord[]> {
  const records: InstallRecord[] = []
  for (const name of await listInstalled(workspace)) {
    const record = await attempt([], name, () => readRecord(workspace, name))
    if (record !== undefined && record.name === name) records.push(record)
  }
  return records
}
