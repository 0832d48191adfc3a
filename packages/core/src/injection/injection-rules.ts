import { commandRules } from './command-rules.ts'
import type { InjectionRule } from './injection-rule.ts'
import { secrecyRules } from './secrecy-rules.ts'
import { steeringRules } from './steering-rules.ts'

/** Every rule, in the order in which the documentation lists them. */
export const injectionRules: readonly InjectionRule[] = [...steeringRules, ...secrecyRules, ...commandRules]
