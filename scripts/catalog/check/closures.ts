import { aptMethod, debianMethod } from '../closures/closure-method.ts'
import { leftOut } from '../closures/declared.ts'
import { type CatalogRule, issueOf } from './rule.ts'

/** `publishable` compares a closure with its method. */
export const closures: CatalogRule = {
  id: 'catalog.closures',
  wants:
    'a list of Debian packages for every app of apt, so that it installs without root, or the reason against one',
  check: (entries) =>
    entries.flatMap((entry) => {
      const hasClosure = debianMethod(entry.manifest) !== undefined
      const isLeftOut = leftOut[entry.name] !== undefined
      if (hasClosure && isLeftOut) return [issueOf(entry, 'install', 'has a Debian closure, but is left out')]
      const isMissing = !hasClosure && !isLeftOut && aptMethod(entry.manifest) !== undefined
      return isMissing
        ? [issueOf(entry, 'install', 'has no Debian closure; run npm run catalog:closures')]
        : []
    }),
}
