import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import which from 'which'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { requireAccessible } from '../support/require-accessible.ts'
import { providerAt, type SignInIssuer, signInIssuer } from '../support/sign-in-issuer.ts'
import { createTestRegistry, type TestRegistry } from '../support/test-registry.ts'

/** Debian's Chromium, or another one that is named. */
const program = process.env.CLI_APPS_TEST_BROWSER ?? which.sync('chromium', { nothrow: true })

describe.skipIf(program === null)('signing in with an identity in Chromium', () => {
  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'creates an account, signs out and in again, and is refused, %s',
    async (_, javaScriptEnabled) => {
      const { page, site, issuer, signIn } = await openBrowser({ javaScriptEnabled })
      await signIn()
      await page.getByText('You are Ann at Example ID.').waitFor()
      expect(page.url()).toBe(`${site}/sign-in/identity`)
      await page.getByLabel('User name').press('Enter')
      await page.getByText('Your account is created.').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      await signIn()
      await page.getByText('Signed in as ann').first().waitFor()
      await page.waitForURL(`${site}/account`)
      expect(await page.getByRole('heading', { name: 'Identities' }).count()).toBe(1)
      const cookies = await page.context().cookies()
      expect(cookies.map(({ name, sameSite }) => `${name} ${sameSite}`)).toEqual(['session Strict'])

      await page.getByRole('button', { name: 'Sign out' }).click()
      issuer.claims = { nonce: 'another' }
      await signIn()
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').textContent()).toContain('it was issued for another sign-in')
    },
    180_000,
  )

  it('links the identity of a person who is signed in with a token', async () => {
    const { page, registry, site } = await openBrowser()
    await page.goto(`${site}/account`)
    await page.getByLabel('API token').fill(await registry.token('ann', 'publish:*', 'yank:*', 'owners:*'))
    await page.getByLabel('API token').press('Enter')
    await page.getByRole('link', { name: 'Link an identity of Example ID' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Link it to ann' }).click()
    await page.getByText('The identity is linked.').waitFor()
    await page.getByRole('button', { name: 'Unlink Ann' }).click()
    await page.getByText('The identity is unlinked.').waitFor()
  }, 180_000)

  it.each(['light', 'dark'] as const)(
    'has no fault that axe finds, and fits a narrow screen, in %s colors',
    async (colorScheme) => {
      const viewport = { width: 320, height: 700 }
      const { page, registry, site, issuer, signIn } = await openBrowser({
        colorScheme,
        viewport,
        bypassCSP: true,
      })
      await page.goto(`${site}/sign-in`)
      await requireAccessible(page, 'sign-in')
      await signIn()
      await page.getByLabel('User name').waitFor()
      await requireAccessible(page, 'a new account')
      await page.getByLabel('User name').fill('operator')
      await page.getByLabel('User name').press('Enter')
      await page.getByRole('alert').waitFor()
      await requireAccessible(page, 'a name that is taken')
      await page.getByLabel('User name').fill('ann')
      await page.getByLabel('User name').press('Enter')
      await page.getByRole('heading', { name: 'Identities' }).waitFor()
      await requireAccessible(page, 'account')
      await page.getByRole('link', { name: 'Link an identity of Example ID' }).click()
      await page.getByRole('link', { name: 'Allow' }).click()
      await page.getByRole('button', { name: 'Link it to ann' }).waitFor()
      await requireAccessible(page, 'link')
      await page.goto(`${site}/account`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      registry.deps.signIn = providerAt(issuer.url, { redirectUri: callbackOf(site), isOpen: false })
      issuer.person = { sub: 'person-2' }
      await signIn()
      await page.getByRole('alert').waitFor()
      await requireAccessible(page, 'closed registration')
      issuer.person = undefined
      await signIn()
      await page.getByText('The sign-in was refused').waitFor()
      await requireAccessible(page, 'refused sign-in')
    },
    180_000,
  )
})

interface OpenedBrowser {
  page: Page
  registry: TestRegistry
  /** The address of the registry. */
  site: string
  issuer: SignInIssuer
  /** Opens the account, goes to the identity provider by the keyboard, and clicks there. */
  signIn(): Promise<void>
}

const callbackOf = (site: string): string => `${site}/sign-in/openid/callback`

/** A browser, a registry, and an identity provider, which is another site for browsers since its host is another one. */
async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenedBrowser> {
  const registry = await createTestRegistry()
  const server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
  // Its own sandbox works neither for root nor in most containers; it loads nothing but these pages.
  const browser = await chromium.launch({ executablePath: program ?? '', args: ['--no-sandbox'] })
  const faults: string[] = []
  onTestFinished(async () => {
    await browser.close()
    await server.drain(0)
    await registry.close()
    expect(faults.filter((fault) => !/responded with a status of 4(?:01|03|09)/.test(fault))).toEqual([])
  })
  const site = server.url.replace('127.0.0.1', 'localhost')
  const issuer = await signInIssuer(registry.clock.now)
  askFirst(issuer)
  registry.deps.signIn = providerAt(issuer.url, { redirectUri: callbackOf(site) })
  const page = await (await browser.newContext(options)).newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const signIn = async (): Promise<void> => {
    await page.goto(`${site}/account`)
    await page.getByRole('link', { name: 'Sign in with Example ID' }).press('Enter')
    await page.getByRole('link', { name: 'Allow' }).click()
  }
  return { page, registry, site, issuer, signIn }
}

/** A person clicks at the identity provider, so that the way back begins at that site. */
function askFirst({ actions }: SignInIssuer): void {
  const { '/authorize': authorize } = actions
  actions['/authorize'] = (request, response) => {
    if (request.url?.includes('confirmed')) return authorize?.(request, response)
    const onward = `${request.url?.replaceAll('&', '&amp;')}&amp;confirmed=yes`
    const page = `<link rel="icon" href="data:,"><a href="${onward}">Allow</a>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
}
