import { AppName, ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { OrganisationName, UserName } from '../../auth/names.ts'
import * as organisations from '../../auth/organisations.ts'
import { verb } from '../verb.ts'

const Membership = z.strictObject({ organisation: OrganisationName, user: UserName })
const Prefix = z.strictObject({ organisation: OrganisationName, prefix: AppName })

export const createOrganisation = verb(
  z.strictObject({ organisation: OrganisationName }),
  ChangeReceipt,
  ({ database, now }, { organisation }) =>
    organisations.createOrganisation(database.queries, now(), organisation),
)

export const listOrganisations = verb(
  z.strictObject({}),
  z.object({
    organisations: z.array(
      z.object({ name: z.string(), members: z.array(z.string()), prefixes: z.array(z.string()) }),
    ),
  }),
  async ({ database }) => ({ organisations: await organisations.listOrganisations(database.queries) }),
)

export const addMember = verb(Membership, ChangeReceipt, ({ database, now }, membership) =>
  organisations.addMember(database.queries, now(), membership),
)

export const removeMember = verb(Membership, ChangeReceipt, ({ database, now }, membership) =>
  organisations.removeMember(database.queries, now(), membership),
)

export const addPrefix = verb(Prefix, ChangeReceipt, ({ database, now }, prefix) =>
  organisations.addPrefix(database.queries, now(), prefix),
)

export const removePrefix = verb(Prefix, ChangeReceipt, ({ database, now }, prefix) =>
  organisations.removePrefix(database.queries, now(), prefix),
)
