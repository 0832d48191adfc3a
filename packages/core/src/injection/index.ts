export { findInjections } from './find-injections.ts'
export type { Injection, InjectionRule, InjectionScope } from './injection-rule.ts'
export { injectionRules } from './injection-rules.ts'
export { joinedTexts } from './joined-texts.ts'
