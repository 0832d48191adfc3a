import { expect, it } from 'vitest'
import { effectPolicy } from '../../../packages/runtime/src/confirm/effect-policy.ts'

it('accepts a policy by name, or the default one with overrides', () => {
  expect(effectPolicy()).toEqual({ read: 'allow', write: 'allow', unknown: 'judge', destructive: 'ask' })
  expect(effectPolicy('strict').unknown).toBe('ask')
  expect(effectPolicy({ write: 'ask', destructive: 'deny' })).toEqual({
    read: 'allow',
    write: 'ask',
    unknown: 'judge',
    destructive: 'deny',
  })
})

it.each(['Strict', 'toString', { destructive: 'denny' }, { destroy: 'deny' }, null, 1])(
  'refuses %j, which programs without types may give',
  (setting) => {
    expect(() => Reflect.apply(effectPolicy, undefined, [setting])).toThrow(
      expect.objectContaining({ code: 'effects.bad-setting' }),
    )
  },
)
