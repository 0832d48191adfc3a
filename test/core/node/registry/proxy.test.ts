import { describe, expect, it } from 'vitest'
import { findProxy, proxyName, proxyToken } from '../../../../packages/core/src/node/registry/proxy.ts'

const proxyOf = (url: string, environment: Record<string, string>): string | undefined =>
  findProxy(url, environment)?.href

describe('the proxy for a URL', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://a:1' }, 'http://a:1/'],
    [{ https_proxy: 'http://b:1', HTTPS_PROXY: 'http://a:1' }, 'http://b:1/'],
    [{ ALL_PROXY: 'socks5://a:1' }, 'socks5://a:1'],
    [{ all_proxy: 'a:1' }, 'http://a:1/'],
    [{ HTTP_PROXY: 'http://a:1' }, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
  ])('is what %j says', (environment, expected) => {
    expect(proxyOf('https://registry.test/x', environment as Record<string, string>)).toBe(expected)
  })

  it.each(['http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]/', 'https://localhost/'])(
    'is none for this machine: %s',
    (url) => {
      const environment = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://a:1', ALL_PROXY: 'http://a:1' }
      expect(proxyOf(url, environment)).toBeUndefined()
    },
  )

  it.each([
    ['registry.test', true],
    ['REGISTRY.TEST', true],
    ['.test', true],
    ['*.test', true],
    ['test', true],
    ['*', true],
    ['other.test,registry.test', true],
    ['other.test registry.test:443', true],
    ['registry.test:8443', false],
    ['gistry.test', false],
    ['my.registry.test', false],
    ['', false],
  ])('is left out for NO_PROXY=%s: %s', (exceptions, isLeftOut) => {
    const environment = { HTTPS_PROXY: 'http://a:1', NO_PROXY: exceptions }
    expect(proxyOf('https://registry.test/', environment) === undefined).toBe(isLeftOut)
  })

  it.each([
    ['https://10.1.2.3/', '10.0.0.0/8', true],
    ['https://11.1.2.3/', '10.0.0.0/8', false],
    ['https://10.1.2.3/', '10.0.0.0/99', false],
    ['https://[fd00::1]/', '[fd00::1]', true],
    ['https://[fd00::1]:8443/', '[fd00::1]:8443', true],
  ])('is left out for the address of %s in %s: %s', (url, exceptions, isLeftOut) => {
    expect(proxyOf(url, { HTTPS_PROXY: 'http://a:1', no_proxy: exceptions }) === undefined).toBe(isLeftOut)
  })

  it('is shown without user and password, which are sent to it decoded', () => {
    const proxy = new URL('http://ann:p%40ss@proxy.test:3128')
    expect(proxyName(proxy)).toBe('http://proxy.test:3128')
    expect(proxyToken(proxy)).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`)
  })

  it.each(['ftp://a:1', 'http://', '://secret'])('is refused, unseen, when it is %s', (text) => {
    expect(() => proxyOf('https://registry.test/', { HTTPS_PROXY: text })).toThrowError(
      expect.objectContaining({ code: 'network.bad-proxy', message: expect.not.stringContaining(text) }),
    )
  })
})
