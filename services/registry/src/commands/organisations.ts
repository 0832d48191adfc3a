import { AppName } from '@cli-apps/core'
import * as z from 'zod'
import { OrganisationName, UserName } from '../auth/names.ts'
import { changeText, operatorCommand, tableText } from './operator-command.ts'

/** The name with or without its `@`. */
const organisation = z
  .string()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(OrganisationName)
const Membership = z.object({ organisation, user: UserName })
const Prefix = z.object({ organisation, prefix: AppName })

export const orgCreateCommand = operatorCommand({
  usage: 'org create ORGANISATION',
  help: ['Makes an organisation, which owns apps through its members.', ''],
  positionals: ['organisation'],
  flags: z.object({ organisation }),
  run: (operator, flags) => operator.createOrganisation(flags),
  text: changeText((flags) => `@${flags.organisation} is there.`),
})

export const orgListCommand = operatorCommand({
  usage: 'org list',
  help: ['Lists organisations with their members and name prefixes.', ''],
  flags: z.object({}),
  run: (operator) => operator.listOrganisations(),
  text: ({ organisations }) =>
    tableText(
      organisations.map(({ name, members, prefixes }) => [
        `@${name}`,
        `members: ${members.join(', ') || 'none'}`,
        `prefixes: ${prefixes.join(', ') || 'none'}`,
      ]),
      'There are no organisations.',
    ),
})

export const orgAddMemberCommand = operatorCommand({
  usage: 'org add-member ORGANISATION USER',
  help: ['Lets a user act as an owner of all that the organisation owns.', ''],
  positionals: ['organisation', 'user'],
  flags: Membership,
  run: (operator, flags) => operator.addMember(flags),
  text: changeText((flags) => `${flags.user} is a member of @${flags.organisation}.`),
})

export const orgRemoveMemberCommand = operatorCommand({
  usage: 'org remove-member ORGANISATION USER',
  help: ['Ends a membership, at once for every token of the user.', ''],
  positionals: ['organisation', 'user'],
  flags: Membership,
  run: (operator, flags) => operator.removeMember(flags),
  text: changeText((flags) => `${flags.user} is no member of @${flags.organisation}.`),
})

export const orgAddPrefixCommand = operatorCommand({
  usage: 'org add-prefix ORGANISATION PREFIX',
  help: ['Keeps the new names PREFIX and PREFIX-* for an organisation. What is published already stays.', ''],
  positionals: ['organisation', 'prefix'],
  flags: Prefix,
  run: (operator, flags) => operator.addPrefix(flags),
  text: changeText(
    ({ prefix, ...flags }) => `${prefix} and ${prefix}-* are kept for @${flags.organisation}.`,
  ),
})

export const orgRemovePrefixCommand = operatorCommand({
  usage: 'org remove-prefix ORGANISATION PREFIX',
  help: ['Gives the names of a prefix free.', ''],
  positionals: ['organisation', 'prefix'],
  flags: Prefix,
  run: (operator, flags) => operator.removePrefix(flags),
  text: changeText(({ prefix }) => `${prefix} and ${prefix}-* are free.`),
})
