import { type AppGrants, changeGrants, type GrantIdentity } from '@cli-apps/core/node'

interface Variable {
  name: string
  value: string
}

/** Keeps a value for one app of one registry, in place of an earlier one. */
export const storeGrant = (
  file: string,
  { app, registry }: GrantIdentity,
  variable: Variable,
): Promise<void> =>
  changeGrants(file, (grants) => {
    const isIt = (one: AppGrants): boolean => one.app === app && one.registry === registry
    const before = grants.find(isIt)?.env.filter(({ name }) => name !== variable.name) ?? []
    const env = [...before, variable].sort((a, b) => (a.name < b.name ? -1 : 1))
    return [...grants.filter((one) => !isIt(one)), { app, registry, env }].sort((a, b) =>
      `${a.app} ${a.registry}` < `${b.app} ${b.registry}` ? -1 : 1,
    )
  })

/** Forgets the values of a name for an app, of whichever registry. */
export const forgetGrant = (file: string, app: string, name: string): Promise<void> =>
  changeGrants(file, (grants) =>
    grants.map((one) =>
      one.app === app ? { ...one, env: one.env.filter((kept) => kept.name !== name) } : one,
    ),
  )
