import type { InstallRecord } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { chooseSource, type SourceFacts } from '../../../services/installer/src/install/choose-source.ts'
import { entryAt } from '../../../services/installer/src/store/store.ts'
import type { Step } from '../../../services/installer/src/strategies/step.ts'

const entry = entryAt('/store/x')
const record = { store: '/store/x' } as InstallRecord
const step: Step = { step: 'run', title: 'install', argv: ['apt-get', 'install', 'x'], cwd: '/' }

describe('chooseSource', () => {
  it.each<[string, SourceFacts, string]>([
    ['in the store and recorded here', { record, entry, isStored: true, steps: [step] }, 'present'],
    ['in the store, recorded nowhere', { record: undefined, entry, isStored: true, steps: [step] }, 'store'],
    [
      'recorded with another place in the store',
      { record: { ...record, store: '/store/y' }, entry, isStored: true, steps: [] },
      'store',
    ],
    ['recorded here, gone from the store', { record, entry, isStored: false, steps: [step] }, 'build'],
    ['nowhere yet', { record: undefined, entry, isStored: false, steps: [step] }, 'build'],
    ['of the system, recorded and there', { record, entry: null, isStored: false, steps: [] }, 'present'],
    [
      'of the system, recorded but gone from it',
      { record, entry: null, isStored: false, steps: [step] },
      'system',
    ],
    ['of the system, not recorded', { record: undefined, entry: null, isStored: false, steps: [] }, 'system'],
  ])('a program %s', (_what, facts, expected) => {
    expect(chooseSource(facts)).toBe(expected)
  })
})
