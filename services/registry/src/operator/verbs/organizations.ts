import { AppName, ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { OrganizationName, UserName } from '../../auth/names.ts'
import {
  addMember,
  addPrefix,
  createOrganization,
  removeMember,
  removePrefix,
} from '../../auth/organizations.ts'
import { listOrganizations } from '../../db/queries/organization-rows.ts'
import { verb } from '../verb.ts'

const Membership = z.strictObject({ organization: OrganizationName, user: UserName })
const Prefix = z.strictObject({ organization: OrganizationName, prefix: AppName })
const Organization = z.object({
  name: z.string(),
  members: z.array(z.string()),
  prefixes: z.array(z.string()),
})

export const organizationVerbs = {
  createOrganization: verb(
    z.strictObject({ organization: OrganizationName }),
    ChangeReceipt,
    ({ database, now }, { organization }) => createOrganization(database.queries, now(), organization),
  ),
  listOrganizations: verb(
    z.strictObject({}),
    z.object({ organizations: z.array(Organization) }),
    async ({ database }) => ({ organizations: await listOrganizations(database.queries) }),
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
