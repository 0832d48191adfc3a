import path from 'node:path'
import type { PlannedEffect } from '@cli-apps/core/results'
import type { Step } from '../strategies/step.ts'

/** Returns the effects of a strategy's step for the plan; none for a check, or for what another step already shows. */
export function plannedEffects(step: Step): PlannedEffect[] {
  return isCheck(step) ? [] : [plannedEffect(step)]
}

type Check = Step & { step: 'vet' | 'prove' | 'bound' }

const isCheck = (step: Step): step is Check => ['vet', 'prove', 'bound'].includes(step.step)

function plannedEffect(step: Exclude<Step, Check>): PlannedEffect {
  switch (step.step) {
    case 'run':
      return { effect: 'run', title: step.title, argv: [...step.argv], cwd: step.cwd }
    case 'download':
      return {
        effect: 'download',
        url: step.url,
        sha256: step.sha256 ?? null,
        size: step.size ?? null,
        to: step.to,
      }
    case 'unpack':
      return { effect: 'unpack', archive: step.archive, from: step.from, to: step.to }
    case 'root':
      return { effect: 'download', url: 'https://deb.debian.org', sha256: null, size: step.size, to: step.to }
    case 'write':
      return { effect: 'write', path: step.file }
    case 'remove':
      return { effect: 'remove', path: `${step.path}${path.sep}` }
  }
}

export const writes = (...paths: readonly string[]): PlannedEffect[] =>
  paths.map((path) => ({ effect: 'write', path }))

export const removes = (...paths: readonly string[]): PlannedEffect[] =>
  paths.map((path) => ({ effect: 'remove', path }))
