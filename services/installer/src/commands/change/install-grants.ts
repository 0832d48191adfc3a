import { parseAppName, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type AccessStanding, accessFile } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandContext } from '../../context.ts'
import {
  accessRemarks,
  chooseAccess,
  foldersToMake,
  grantAccess,
  isLacking,
} from '../../grants/change-app-access.ts'
import type { InstallPlan } from '../../install/install-plan.ts'
import { writes } from '../../plan/planned-effect.ts'

/** What is granted along with an install, by app. */
type InstallGrants = ReadonlyMap<string, readonly AccessStanding[]>

export const grantOption = {
  grant: {
    type: 'string',
    value: 'APP:ACCESS',
    multiple: true,
    description: 'Grant what the app declares, such as git:file:~/.ssh; may be repeated',
  },
} as const

/**
 * Reads `--grant`. Throws `UsageError` `access.bad-grant` for a value of another form or for an app that is not being
 * installed, and what `chooseAccess` throws.
 */
export function chooseInstallGrants(
  { grant = [] }: OptionValues,
  plans: readonly InstallPlan[],
  context: CommandContext,
): InstallGrants {
  const names = new Map<string, string[]>()
  for (const word of Array.isArray(grant) ? grant : []) {
    const [, app, name] = /^([^:]+):(.+)$/s.exec(word) ?? []
    if (app === undefined || name === undefined || !plans.some((plan) => plan.name === app))
      throw badGrant(word, plans)
    names.set(app, [...(names.get(app) ?? []), name])
  }
  return new Map(
    [...names].map(([app, wanted]) => {
      const access = plans.find((plan) => plan.name === app)?.requirements.access ?? []
      return [app, chooseAccess(parseAppName(app), access, [...new Set(wanted)], context).filter(isLacking)]
    }),
  )
}

const badGrant = (word: string, plans: readonly InstallPlan[]): UsageError =>
  new UsageError(
    'access.bad-grant',
    t('access.bad-grant', '--grant takes APP:ACCESS with an app of this install, not {word}.', {
      word: JSON.stringify(word),
    }),
    {
      hint: t('access.bad-grant.hint', 'Write for example: --grant {example}', {
        example: `${plans[0]?.name ?? 'git'}:file:~/.ssh`,
      }),
    },
  )

/** Adds to a plan what is granted. */
export const planWithGrants = (
  plan: ChangePlan,
  grants: InstallGrants,
  { environment }: CommandContext,
): ChangePlan => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const chosen = grants.get(change.subject) ?? []
    if (chosen.length === 0) return change
    const folders = foldersToMake(chosen).map((folder) => `${folder}/`)
    return {
      ...change,
      permissions: [
        ...change.permissions,
        ...chosen.map(({ item: { name, why } }) => ({
          option: `--grant ${change.subject}:${name}`,
          reason: why,
          granted: true,
        })),
      ],
      remarks: [
        // What is granted right here needs no advice to grant it.
        ...change.remarks.filter((remark) => !chosen.some(({ item }) => remark.endsWith(` ${item.name}`))),
        ...accessRemarks(chosen),
      ],
      effects: [...change.effects, ...writes(...folders, accessFile(environment))],
    }
  }),
})

/** Grants what was chosen, for the registries that the apps were installed from. */
export async function applyInstallGrants(
  plans: readonly InstallPlan[],
  grants: InstallGrants,
  context: CommandContext,
): Promise<void> {
  const workspace = context.workspace.root
  for (const { name: app, registry } of plans)
    await grantAccess({ app, registry, workspace }, grants.get(app) ?? [], context)
}
