import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import which from 'which'
import { exportSite } from '../../services/registry/src/export/export-site.ts'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { staticServer } from '../support/file-server.ts'
import { manifestOf } from '../support/manifest-of.ts'
import { createPageRegistry } from '../support/page-registry.ts'
import { playbookOf, seedPlaybooks } from '../support/playbook-catalog.ts'
import { requireAccessible } from '../support/require-accessible.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Debian's Chromium, or another one that is named. */
const program = process.env.CLI_APPS_TEST_BROWSER ?? which.sync('chromium', { nothrow: true })

describe.skipIf(program === null)('the pages in Chromium', () => {
  let registry: Awaited<ReturnType<typeof createPageRegistry>>
  let server: Awaited<ReturnType<typeof startServer>>
  let browser: Browser
  beforeAll(async () => {
    registry = await createPageRegistry()
    server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
    // Its own sandbox works neither for root nor in most containers; it loads nothing but these pages.
    browser = await chromium.launch({ executablePath: program ?? '', args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.drain(0)
    await registry?.close()
  })

  /** Opens an address. A message in the console, such as of a blocked script, fails the test. */
  async function open(
    address: string,
    options: BrowserContextOptions = {},
    isExpected: (fault: string) => boolean = () => false,
    site = server.url,
  ): Promise<Page> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    onTestFinished(async () => {
      await context.close()
      expect(faults.filter((fault) => !isExpected(fault))).toEqual([])
    })
    await page.goto(site + address)
    return page
  }

  it('show results while one types, and open an app', async () => {
    const page = await open('/')
    await page.getByRole('searchbox').fill('get a value of json')
    const link = page.locator('#results').getByRole('link', { name: 'jq', exact: true })
    await link.click()
    await page.waitForURL('**/apps/jq')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('jq')
  })

  it('filter a list at once, and keep the filter in the address', async () => {
    const page = await open('/apps')
    await page.getByLabel('Category').selectOption('data')
    await page.waitForURL('**/apps?category=data')
    await page.locator('.card').filter({ hasText: 'Prettier' }).waitFor({ state: 'detached' })
    expect(await page.locator('.card h3').allTextContents()).toEqual(['jqjq@1.8.2'])
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Apps in Data')
    expect(await page.title()).toBe('Apps in Data · cli-apps registry')
    await page.getByRole('link', { name: 'Remove the filter Category: Data' }).click()
    await page.locator('.card').filter({ hasText: 'Prettier' }).waitFor()
  })

  it('search, filter and switch the language as files of a static site', async () => {
    const folder = await temporaryFolder()
    await exportSite(registry.database.queries, {
      folder,
      now: new Date(),
      signer: undefined,
      publicUrl: 'https://site.example',
    })
    const page = await open('/', {}, () => false, await staticServer(folder))
    await page.getByRole('searchbox').fill('get a value of json')
    await page.locator('#results').getByRole('link', { name: 'jq', exact: true }).click()
    await page.waitForURL('**/apps/jq.html')
    await page.getByRole('link', { name: '中文' }).click()
    await page.waitForURL('**/zh/apps/jq.html')
    await page.getByRole('link', { name: '应用', exact: true }).click()
    await page.waitForURL('**/zh/apps.html')
    await page.getByLabel('分类').selectOption('data')
    await page.waitForURL('**/zh/apps.html?category=data')
    await page.locator('.card').filter({ hasText: 'Prettier' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.card').filter({ hasText: 'Prettier' }).waitFor({ state: 'detached' })
    expect(await page.locator('.card h3').allTextContents()).toEqual(['jqjq@1.8.2'])
    expect(await page.getByLabel('分类', { exact: true }).inputValue()).toBe('data')
  })

  it('copy the install command with a click', async () => {
    const page = await open('/apps/jq', { permissions: ['clipboard-read', 'clipboard-write'] })
    const command = `npx cli-apps install jq --registry ${server.url}`
    await page.getByRole('button', { name: `Copy: ${command}`, exact: true }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate(readClipboard)).toBe(command)
    await page.getByRole('button', { name: `Copy: ${command}`, exact: true }).waitFor()
  })

  it('search, filter and switch the language without scripts', async () => {
    const page = await open('/', { javaScriptEnabled: false })
    await page.getByRole('searchbox').fill('json')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await page.locator('.card h3').allTextContents()).toEqual(['jqjq@1.8.2'])
    await page.getByLabel('Install method').selectOption('npm')
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await page.locator('.card').count()).toBe(0)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: '中文' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('“json”的搜索结果')
    await page.locator('.card a').first().click()
    expect(await page.locator('.lead').textContent()).toBe('查询、筛选和修改 JSON')
    expect(await page.getByRole('button', { name: '复制' }).count()).toBe(0)
  })

  /** Opens the publish page with a manifest in the form. */
  async function fillManifest(page: Page, change: Record<string, unknown>): Promise<void> {
    await page.getByLabel('Manifest (JSON)').fill(JSON.stringify(manifestOf(change), null, 2))
    await page.getByRole('button', { name: 'Check and preview' }).click()
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('API token').fill(registry.ann)
    await page.getByLabel('API token').press('Enter')
    await page.getByText('Signed in as ann').waitFor()
  }

  it.each([
    ['with scripts', true, '7.0.0'],
    ['without scripts', false, '8.0.0'],
  ] as const)(
    'sign in, publish a manifest with an error and then without, yank, and sign out %s',
    async (_, javaScriptEnabled, version) => {
      const page = await open('/', { javaScriptEnabled }, isRefusedForm)
      await signIn(page)
      await page.getByRole('link', { name: 'Publish', exact: true }).click()
      await fillManifest(page, { version, summary: 7 })
      expect(await page.getByRole('alert').textContent()).toContain('Nothing was changed.')
      await page.getByRole('link', { name: 'Line 6, column 3' }).click()
      expect(await page.locator('.source .bad:target').textContent()).toContain('must be of type string')
      expect(await page.getByLabel('Manifest (JSON)').inputValue()).toContain('"summary": 7')
      await fillManifest(page, { version })
      await page.getByRole('heading', { level: 1, name: `Preview of prettier ${version}` }).waitFor()
      expect(await page.locator('#preview-skill pre').textContent()).toContain('name: cli-app-prettier')
      expect((await registry.get(`/v1/apps/prettier/${version}.json`)).status).toBe(404)
      await page
        .getByRole('button', { name: `Publish prettier ${version}` })
        .first()
        .click()
      await page.getByText('The version is published.').waitFor()
      expect((await registry.get(`/v1/apps/prettier/${version}.json`)).status).toBe(200)
      const yank = page.locator('#yank')
      await yank.getByLabel('Version').selectOption(version)
      await yank.getByLabel('Reason').fill('Published by mistake')
      await yank.getByRole('button').click()
      await page.getByText('The version is yanked.').waitFor()
      expect(await page.getByRole('row', { name: version }).textContent()).toContain('Published by mistake')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      await page.goto(`${server.url}/account/apps/prettier`)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
    },
  )

  it('take a manifest from a file, and keep the session from scripts', async () => {
    const page = await open('/sign-in', {}, isRefusedForm)
    await signIn(page)
    expect(await page.evaluate(readCookies)).not.toContain('session')
    await page.goto(`${server.url}/publish`)
    const buffer = Buffer.from(JSON.stringify(manifestOf({ version: '9.0.0', category: 'nothing' }), null, 2))
    await page
      .getByLabel('Or a file')
      .setInputFiles({ name: 'app.json', mimeType: 'application/json', buffer })
    await page.getByRole('button', { name: 'Check and preview' }).click()
    await page.getByRole('link', { name: 'Line 8, column 3' }).waitFor()
  })

  it('refuse a form of another site', async () => {
    const page = await open('/sign-in', {}, isRefusedForm)
    await signIn(page)
    const body = `<form method="post" action="${server.url}/account/tokens"><input name="change" value="create"><input name="scopes" value="publish:*"><button>Win</button></form>`
    await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('http://evil.example/')
    await page.getByRole('button', { name: 'Win' }).click()
    await page.getByText('This form was not sent by a page of this registry.').waitFor()
  })

  it.each(['light', 'dark'] as const)(
    'have no fault that axe finds, and fit a narrow screen, in %s colors',
    async (colorScheme) => {
      const viewport = { width: 320, height: 700 }
      const page = await open('/', { colorScheme, viewport, bypassCSP: true }, isRefusedForm)
      const context = page.context()
      for (const address of [
        '/',
        '/apps',
        '/apps?q=json',
        '/apps?q=nothing-like-this',
        '/apps/jq',
        '/apps/prettier/3.6.1',
        '/apps/jq/skill',
        '/apps/jq/commands',
        '/apps/prettier/versions',
        '/apps/prettier/compare?from=3.6.1&to=3.6.2',
        '/publishers/ann',
        '/statistics',
        '/publishing',
        '/apps?category=data&sort=updated',
        '/apps/unknown-thing',
        '/how-it-works',
        '/docs',
        '/docs/operations/publishVersion',
        '/problems/app.unknown',
        '/apps/jq?lang=zh',
      ]) {
        await page.goto(server.url + address)
        await requireAccessible(page, address)
      }
      await context.clearCookies()
      await page.goto(server.url)
      await signIn(page)
      for (const address of [
        '/account',
        '/publish',
        '/account/apps/prettier?done=yank',
        '/account/tokens',
        '/account/audit',
        '/account/apps/not-there',
        '/account?lang=zh',
        '/account?lang=en',
      ]) {
        await page.goto(server.url + address)
        await requireAccessible(page, address)
      }
      await page.goto(`${server.url}/publish`)
      await fillManifest(page, { version: '9.1.0', summary: 7, hidden: '<img src=x>' })
      await page.getByRole('alert').waitFor()
      await requireAccessible(page, 'issues')
      await fillManifest(page, { version: '9.1.0' })
      await page.locator('.preview').waitFor()
      await requireAccessible(page, 'preview')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('API token').fill('cliapps_wrong')
      await page.getByLabel('API token').press('Enter')
      await page.getByRole('alert').waitFor()
      await requireAccessible(page, 'refused sign-in')
    },
    180_000,
  )

  // Last: the catalog of the playbook has another jq.
  it.each(['light', 'dark'] as const)(
    'of playbooks have no fault that axe finds, in %s colors',
    async (colorScheme) => {
      await seedPlaybooks(registry, [playbookOf()], [playbookOf()])
      const page = await open('/', { colorScheme, viewport: { width: 320, height: 700 }, bypassCSP: true })
      for (const address of [
        '/playbooks',
        '/playbooks/json-to-table',
        '/playbooks/json-to-table/skill',
        '/apps/miller',
        '/apps?q=turn+JSON+into+a+sorted+table',
        '/playbooks/json-to-table?lang=zh',
      ]) {
        await page.goto(server.url + address)
        expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1)
        await requireAccessible(page, address)
      }
    },
  )
})

/** Chromium reports the status of a refused form in the console. */
const isRefusedForm = (fault: string): boolean => /responded with a status of 4\d\d/.test(fault)

const readCookies = (): string => (globalThis as unknown as { document: { cookie: string } }).document.cookie

const readClipboard = (): Promise<string> =>
  (
    globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
  ).navigator.clipboard.readText()
