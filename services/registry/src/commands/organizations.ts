import { AppName } from '@cli-apps/core'
import * as z from 'zod'
import { OrganizationName, UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

/** The name with or without its `@`. */
const organization = z
  .string()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(OrganizationName)
const Membership = z.object({ organization, user: UserName })
const Prefix = z.object({ organization, prefix: AppName })

export const orgCreateCommand = operatorCommand({
  about: 'Create an organization, which owns apps through its members.',
  positionals: { organization: 'The organization, with or without its @' },
  flags: z.object({ organization }),
  run: (operator, flags) => operator.createOrganization(flags),
  text: changeText((flags) => `The organization @${flags.organization} is created.`),
})

export const orgListCommand = operatorCommand({
  about: 'List organizations with their members and name prefixes.',
  flags: z.object({}),
  run: (operator) => operator.listOrganizations(),
  text: ({ organizations }) =>
    columnsText(
      organizations.map(({ name, members, prefixes }) => [
        `@${name}`,
        `members: ${members.join(', ') || 'none'}`,
        `prefixes: ${prefixes.join(', ') || 'none'}`,
      ]),
      'There are no organizations.',
    ),
})

export const orgAddMemberCommand = operatorCommand({
  about: 'Let a user act as an owner of everything that the organization owns.',
  positionals: { organization: 'The organization, with or without its @', user: 'The member' },
  flags: Membership,
  run: (operator, flags) => operator.addMember(flags),
  text: changeText((flags) => `${flags.user} is a member of @${flags.organization}.`),
})

export const orgRemoveMemberCommand = operatorCommand({
  about: 'Remove a member. This takes effect immediately for every token of the user.',
  positionals: { organization: 'The organization, with or without its @', user: 'The member' },
  flags: Membership,
  run: (operator, flags) => operator.removeMember(flags),
  text: changeText((flags) => `${flags.user} is not a member of @${flags.organization}.`),
})

export const orgAddPrefixCommand = operatorCommand({
  about: 'Reserve the new names PREFIX and PREFIX-* for an organization. Published apps stay.',
  positionals: {
    organization: 'The organization, with or without its @',
    prefix: 'A name prefix, such as acme',
  },
  flags: Prefix,
  run: (operator, flags) => operator.addPrefix(flags),
  text: changeText(
    ({ prefix, ...flags }) => `${prefix} and ${prefix}-* are reserved for @${flags.organization}.`,
  ),
})

export const orgRemovePrefixCommand = operatorCommand({
  about: 'Release a name prefix.',
  positionals: {
    organization: 'The organization, with or without its @',
    prefix: 'A name prefix, such as acme',
  },
  flags: Prefix,
  run: (operator, flags) => operator.removePrefix(flags),
  text: changeText(({ prefix }) => `${prefix} and ${prefix}-* are released.`),
})
