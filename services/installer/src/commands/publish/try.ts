import { MethodKind } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import { tryManifest } from '../../trial/try-manifest.ts'
import type { TryResult } from '../../trial/try-result.ts'
import { placeOptions } from '../change/install-options.ts'

const { jobs: _, ...allowances } = placeOptions

export const tryCommand: Command<TryResult | ChangePlan> = {
  summary: 'Try a manifest before it is published: install it apart, run its recipes, show its skill',
  usage: '<manifest.json>',
  completes: ['file', []],
  options: {
    skill: { type: 'boolean', description: 'Print the whole SKILL.md' },
    keep: { type: 'boolean', description: 'Keep the workspace and the store of the trial' },
    method: {
      type: 'string',
      value: 'KIND',
      description: 'Use only this install method, such as npm or debian',
      completes: MethodKind.options,
    },
    ...allowances,
    ...changeOptions,
  },
  run: tryManifest,
}
