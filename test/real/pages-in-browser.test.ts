import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import which from 'which'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { createPageRegistry } from '../support/page-registry.ts'

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
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    onTestFinished(async () => {
      await context.close()
      expect(faults).toEqual([])
    })
    await page.goto(server.url + address)
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
  })

  it('copy the install command with a click', async () => {
    const page = await open('/apps/jq', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(readClipboard)
    expect(copied).toBe(`npx cli-apps install jq --registry ${server.url}`)
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
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('应用')
    await page.locator('.card a').first().click()
    expect(await page.locator('.lead').textContent()).toBe('查询、筛选和修改 JSON')
    expect(await page.getByRole('button', { name: '复制' }).count()).toBe(0)
  })

  it.each(['light', 'dark'] as const)(
    'have no fault that axe finds, and fit a narrow screen, in %s colors',
    async (colorScheme) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
      const page = await open('/', { colorScheme, viewport: { width: 320, height: 700 }, bypassCSP: true })
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
        '/publishers/ann',
        '/statistics',
        '/how-it-works',
        '/docs',
        '/docs/operations/publishVersion',
        '/problems/app.unknown',
        '/apps/jq?lang=zh',
      ]) {
        await page.goto(server.url + address)
        await page.evaluate(axe)
        const found = await page.evaluate(async () => {
          const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        })
        expect([address, found]).toEqual([address, []])
        expect(await page.evaluate(isTooWide), address).toBe(false)
      }
    },
  )
})

const readClipboard = (): Promise<string> =>
  (
    globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
  ).navigator.clipboard.readText()

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const isTooWide = (): boolean => {
  const { document } = globalThis as unknown as {
    document: { documentElement: { scrollWidth: number; clientWidth: number } }
  }
  return document.documentElement.scrollWidth > document.documentElement.clientWidth
}
