import { type MethodOf, t } from '@cli-apps/core'
import type { DebianFacts } from './apt-facts.ts'

type Method = MethodOf<'apt'>

export function aptRemarks({ package: name }: Method, { candidate, others }: DebianFacts): string[] {
  if (candidate === null)
    return [
      t(
        'apt.apt-does-not-know',
        'apt does not know {name} yet; its dependencies are known after the package lists are read',
        { name },
      ),
    ]
  if (others.length === 0) return []
  if (others.length > mostNamed)
    return [
      t(
        'apt.also-installs-many',
        '{name} also installs {count} packages ({others} …), which stay when it is removed unless they need it',
        { name, count: others.length, others: others.slice(0, mostNamed).join(', ') },
      ),
    ]
  return [alsoInstalls(name, others)]
}

/** Everything that comes along, where the remark names only some. */
export const aptDetails = ({ package: name }: Method, { others }: DebianFacts): string[] =>
  others.length > mostNamed ? [alsoInstalls(name, others)] : []

const mostNamed = 5

const alsoInstalls = (name: string, others: readonly string[]): string =>
  t(
    'apt.also-installs-stay-when',
    '{name} also installs {others}, which stay when it is removed unless they need it',
    { name, others: others.join(', ') },
  )
