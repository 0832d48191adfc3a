import { AppName, ChangeReceipt, EntryVersion, HeldVersions, YankRequest } from '@cli-apps/core'
import * as z from 'zod'
import { approveHeld, rejectHeld } from '../../apps/publish/decide-held.ts'
import { getHeldVersions } from '../../apps/publish/held-versions.ts'
import { operatorActor } from '../../auth/authorize.ts'
import { verb } from '../verb.ts'

const Held = z.strictObject({ app: AppName, version: EntryVersion })

export const heldVerbs = {
  listHeld: verb(z.strictObject({ app: AppName.optional() }), HeldVersions, ({ database }, question) =>
    getHeldVersions(database.queries, operatorActor, question),
  ),
  approveVersion: verb(
    Held,
    ChangeReceipt,
    async ({ database, config, now, changed, signer }, { app, version }) => {
      const decision = { app, version, now: now() }
      const receipt = await approveHeld(database.queries, decision, {
        policy: config.policy,
        signer: await signer(),
      })
      changed(app)
      return receipt
    },
  ),
  rejectVersion: verb(
    Held.extend(YankRequest.shape),
    ChangeReceipt,
    ({ database, now }, { reason, ...held }) => rejectHeld(database.queries, { ...held, now: now(), reason }),
  ),
}
