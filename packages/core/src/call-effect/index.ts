export { callEffect, isSuspect, recordEffect } from './call-effect.ts'
export { effectStrength, type IsThere } from './option-effect.ts'
export { listedEffect } from './recipe-effect.ts'
