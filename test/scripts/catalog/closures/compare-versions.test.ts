import { expect, it } from 'vitest'
import { compareVersions } from '../../../../scripts/catalog/closures/compare-versions.ts'

/** Each line as `dpkg --compare-versions` answers it. */
const facts = [
  '1.0 = 1.0',
  '1.0~rc1 < 1.0',
  '1.0~~ < 1.0~',
  '1:0.1 > 2.0',
  '0:1.0 = 1.0',
  '1.10 > 1.9',
  '1.001 = 1.1',
  '1.0 = 1.0-0',
  '1.0-1 < 1.0-1+deb12u1',
  '1.0-1~bpo < 1.0-1',
  '1.0a < 1.0+',
  '1.0a < 1.0b',
  '1.a > 1.~',
  '1.0.0 > 1.0',
  '1.2-3-4 > 1.2-3',
  '2.36-9+deb12u14 > 2.36-9+deb12u9',
  '8:6.9.11.60+dfsg-1.6+deb12u15 > 8:6.9.11.60+dfsg-1.6',
  '20240101000000000000001 < 20240101000000000000002',
]

it.each(facts)('orders %s as dpkg does', (fact) => {
  const [a = '', order = '', b = ''] = fact.split(' ')
  const sign = { '<': -1, '=': 0, '>': 1 }[order] ?? Number.NaN
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
  expect(Math.sign(compareVersions(b, a)) + sign).toBe(0)
})
