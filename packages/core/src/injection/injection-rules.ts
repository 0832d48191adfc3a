import { commandRules } from './command-rules.ts'
import type { InjectionRule } from './injection-rule.ts'
import { languageRules } from './language-rules.ts'
import { secrecyRules } from './secrecy-rules.ts'
import { skillRules } from './skill-rules.ts'
import { steeringRules } from './steering-rules.ts'

/** Every rule in the order of the documentation, merged so that each id and scope occurs once. */
export const injectionRules: readonly InjectionRule[] = merged([
  ...steeringRules,
  ...secrecyRules,
  ...languageRules,
  ...commandRules,
  ...skillRules,
])

function merged(rules: readonly InjectionRule[]): InjectionRule[] {
  const byKey = new Map<string, InjectionRule>()
  for (const rule of rules)
    for (const scope of rule.scopes) {
      const key = `${rule.id} ${scope} ${rule.weak ?? false}`
      const known = byKey.get(key)
      byKey.set(key, {
        ...rule,
        ...known,
        scopes: [scope],
        phrases: [...(known?.phrases ?? []), ...(rule.phrases ?? [])],
        patterns: [...(known?.patterns ?? []), ...(rule.patterns ?? [])],
        unfolded: [...(known?.unfolded ?? []), ...(rule.unfolded ?? [])],
        together: [...(known?.together ?? []), ...(rule.together ?? [])],
      })
    }
  return [...byKey.values()]
}
