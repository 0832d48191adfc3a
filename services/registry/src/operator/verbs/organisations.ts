import { AppName, ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { OrganisationName, UserName } from '../../auth/names.ts'
import {
  addMember,
  addPrefix,
  createOrganisation,
  removeMember,
  removePrefix,
} from '../../auth/organisations.ts'
import { listOrganisations } from '../../db/queries/organisation-rows.ts'
import { verb } from '../verb.ts'

const Membership = z.strictObject({ organisation: OrganisationName, user: UserName })
const Prefix = z.strictObject({ organisation: OrganisationName, prefix: AppName })
const Organisation = z.object({
  name: z.string(),
  members: z.array(z.string()),
  prefixes: z.array(z.string()),
})

export const organisationVerbs = {
  createOrganisation: verb(
    z.strictObject({ organisation: OrganisationName }),
    ChangeReceipt,
    ({ database, now }, { organisation }) => createOrganisation(database.queries, now(), organisation),
  ),
  listOrganisations: verb(
    z.strictObject({}),
    z.object({ organisations: z.array(Organisation) }),
    async ({ database }) => ({ organisations: await listOrganisations(database.queries) }),
  ),
  addMember: verb(Membership, ChangeReceipt, ({ database, now }, membership) =>
    addMember(database.queries, now(), membership),
  ),
  removeMember: verb(Membership, ChangeReceipt, ({ database, now }, membership) =>
    removeMember(database.queries, now(), membership),
  ),
  addPrefix: verb(Prefix, ChangeReceipt, ({ database, now }, prefix) =>
    addPrefix(database.queries, now(), prefix),
  ),
  removePrefix: verb(Prefix, ChangeReceipt, ({ database, now }, prefix) =>
    removePrefix(database.queries, now(), prefix),
  ),
}
