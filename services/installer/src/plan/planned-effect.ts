import path from 'node:path'
import { t } from '@cli-apps/core'
import type { PlannedEffect } from '@cli-apps/core/results'
import type { Step } from '../strategies/step.ts'

/** Returns the effects of a strategy's step for the plan; none for a check, or for what another step already shows. */
export function plannedEffects(step: Step): PlannedEffect[] {
  if (isCheck(step)) return []
  if (step.step !== 'packages') return [plannedEffect(step)]
  const { packages, to, otherwise } = step
  return [
    ...packages.map(({ url, place }): PlannedEffect => {
      return { effect: 'download', url, sha256: null, size: null, to: path.join(to, place) }
    }),
    plannedEffect({
      ...otherwise,
      title: t('planned-effect.otherwise', '{title}, if a download fails', { title: otherwise.title }),
    }),
  ]
}

type Check = Step & { step: 'vet' | 'prove' | 'bound' }

const isCheck = (step: Step): step is Check => ['vet', 'prove', 'bound'].includes(step.step)

type PackagesStep = Step & { step: 'packages' }

function plannedEffect(step: Exclude<Step, Check | PackagesStep>): PlannedEffect {
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
