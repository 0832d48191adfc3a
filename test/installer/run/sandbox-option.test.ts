import { describe, expect, it } from 'vitest'
import { sandboxPolicy } from '../../../services/installer/src/run/sandbox-option.ts'

describe('run --sandbox', () => {
  it.each(['off', 'workspace', 'strict'] as const)('%s is a policy', (sandbox) => {
    expect(sandboxPolicy({ sandbox })).toEqual({ sandbox })
  })

  it('leaves the policy to the runtime if it is not given', () => {
    expect(sandboxPolicy({})).toEqual({})
  })

  it.each(['', 'loose', 'Off', 'toString'])('%j is refused', (sandbox) => {
    expect(() => sandboxPolicy({ sandbox })).toThrowError(
      expect.objectContaining({ code: 'cli.bad-sandbox' }),
    )
  })
})
