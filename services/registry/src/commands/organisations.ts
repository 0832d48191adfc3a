import { AppName } from '@cli-apps/core'
import * as z from 'zod'
import { OrganisationName, UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

/** The name with or without its `@`. */
const organisation = z
  .string()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(OrganisationName)
const Membership = z.object({ organisation, user: UserName })
const Prefix = z.object({ organisation, prefix: AppName })

export const orgCreateCommand = operatorCommand({
  usage: 'org create ORGANISATION',
  help: ['Create an organization, which owns apps through its members.', ''],
  positionals: ['organisation'],
  flags: z.object({ organisation }),
  run: (operator, flags) => operator.createOrganisation(flags),
  text: changeText((flags) => `@${flags.organisation} exists.`),
})

export const orgListCommand = operatorCommand({
  usage: 'org list',
  help: ['List organizations with their members and name prefixes.', ''],
  flags: z.object({}),
  run: (operator) => operator.listOrganisations(),
  text: ({ organisations }) =>
    columnsText(
      organisations.map(({ name, members, prefixes }) => [
        `@${name}`,
        `members: ${members.join(', ') || 'none'}`,
        `prefixes: ${prefixes.join(', ') || 'none'}`,
      ]),
      'There are no organizations.',
    ),
})

export const orgAddMemberCommand = operatorCommand({
  usage: 'org add-member ORGANISATION USER',
  help: ['Let a user act as an owner of everything that the organization owns.', ''],
  positionals: ['organisation', 'user'],
  flags: Membership,
  run: (operator, flags) => operator.addMember(flags),
  text: changeText((flags) => `${flags.user} is a member of @${flags.organisation}.`),
})

export const orgRemoveMemberCommand = operatorCommand({
  usage: 'org remove-member ORGANISATION USER',
  help: ['Remove a member. This takes effect immediately for every token of the user.', ''],
  positionals: ['organisation', 'user'],
  flags: Membership,
  run: (operator, flags) => operator.removeMember(flags),
  text: changeText((flags) => `${flags.user} is not a member of @${flags.organisation}.`),
})

export const orgAddPrefixCommand = operatorCommand({
  usage: 'org add-prefix ORGANISATION PREFIX',
  help: ['Reserve the new names PREFIX and PREFIX-* for an organization. Published apps stay.', ''],
  positionals: ['organisation', 'prefix'],
  flags: Prefix,
  run: (operator, flags) => operator.addPrefix(flags),
  text: changeText(
    ({ prefix, ...flags }) => `${prefix} and ${prefix}-* are reserved for @${flags.organisation}.`,
  ),
})

export const orgRemovePrefixCommand = operatorCommand({
  usage: 'org remove-prefix ORGANISATION PREFIX',
  help: ['Release a name prefix.', ''],
  positionals: ['organisation', 'prefix'],
  flags: Prefix,
  run: (operator, flags) => operator.removePrefix(flags),
  text: changeText(({ prefix }) => `${prefix} and ${prefix}-* are released.`),
})
