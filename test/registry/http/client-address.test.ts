import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createClientAddress, networkOf } from '../../../services/registry/src/http/client-address.ts'
import type { Env } from '../../../services/registry/src/http/env.ts'

async function addressOf(proxies: number, peer: string, forwarded?: string): Promise<string> {
  const clientAddress = createClientAddress(proxies)
  const app = new Hono<Env>().get('/', (c) => c.text(clientAddress(c)))
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const env = { incoming: { socket: { remoteAddress: peer } } }
  return (await app.request('/', { headers }, env)).text()
}

test.each([
  [0, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [1, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [1, '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  [2, '10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  // A client that bypasses the proxies counts by its own address.
  [2, '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  [1, '203.0.113.9', undefined, '203.0.113.9'],
  [1, '203.0.113.9', 'somebody', '203.0.113.9'],
])('behind %i proxies, %s with X-Forwarded-For %s is %s', async (proxies, peer, forwarded, expected) => {
  expect(await addressOf(proxies, peer, forwarded)).toBe(expected)
})

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
