import { expect, test } from 'vitest'
import { ServeFlags } from '../../../services/registry/src/commands/serve-flags.ts'

const limits = (text?: string) => ServeFlags.parse({ 'rate-limits': text })['rate-limits']

test('rate limits have defaults, can be overridden one by one, and can be switched off', () => {
  expect(limits()).toEqual({ reads: 1200, writes: 60, failures: 20 })
  expect(limits('writes=5, reads=10')).toEqual({ reads: 10, writes: 5, failures: 20 })
  expect(limits('off')).toBeNull()
})

test.each(['', 'on', 'reads', 'reads=0', 'reads=-1', 'reads=1.5', 'searches=5', 'reads=1;writes=2'])(
  'refuses %j as limits',
  (text) => {
    expect(ServeFlags.safeParse({ 'rate-limits': text }).success).toBe(false)
  },
)

test.each([{ port: '65536' }, { 'metrics-port': 'x' }, { 'trusted-proxies': '11' }, { 'cache-mb': '0' }])(
  'refuses %j',
  (flags) => {
    expect(ServeFlags.safeParse(flags).success).toBe(false)
  },
)
