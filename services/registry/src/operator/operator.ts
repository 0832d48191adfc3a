import type * as z from 'zod'
import type { OperatorContext } from './verb.ts'
import { approvalVerbs } from './verbs/approvals.ts'
import { backupVerbs } from './verbs/backups.ts'
import { catalogVerbs } from './verbs/catalog.ts'
import { heldVerbs } from './verbs/held.ts'
import { identityVerbs } from './verbs/identities.ts'
import { keyVerbs } from './verbs/keys.ts'
import { organizationVerbs } from './verbs/organizations.ts'
import { siteVerbs } from './verbs/site.ts'
import { tokenVerbs } from './verbs/tokens.ts'
import { trustVerbs } from './verbs/trust.ts'
import { userVerbs } from './verbs/users.ts'

/** All verbs by name, whether called at the database or through a running server. */
export const operatorVerbs = {
  ...catalogVerbs,
  ...keyVerbs,
  ...siteVerbs,
  ...tokenVerbs,
  ...userVerbs,
  ...identityVerbs,
  ...organizationVerbs,
  ...trustVerbs,
  ...approvalVerbs,
  ...heldVerbs,
  ...backupVerbs,
}

type Verbs = typeof operatorVerbs
type VerbName = keyof Verbs

/** What only the operator of a registry may do, at the database or through the server that holds it. */
export type Operator = {
  [Name in VerbName]: (
    ...input: Record<string, never> extends z.input<Verbs[Name]['input']>
      ? [input?: z.input<Verbs[Name]['input']>]
      : [input: z.input<Verbs[Name]['input']>]
  ) => Promise<z.output<Verbs[Name]['output']>>
}

/** The verbs as methods that call `ask`, which must return what the verb's schemas describe. */
export const operatorOf = (ask: (name: VerbName, input: unknown) => Promise<unknown>): Operator =>
  Object.fromEntries(
    Object.keys(operatorVerbs).map((name) => [name, (input = {}) => ask(name as VerbName, input)]),
  ) as unknown as Operator

/** The operator's verbs on an open database. */
export const createOperator = (context: OperatorContext): Operator =>
  operatorOf((name, input) => operatorVerbs[name].call(context, input))
