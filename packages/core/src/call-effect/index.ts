export { callEffect, isSuspect, recordEffect } from './call-effect.ts'
export { effectStrength } from './effect-strength.ts'
export type { IsThere } from './option-effect.ts'
export { listedEffect } from './recipe-effect.ts'
