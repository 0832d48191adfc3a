import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Axe finds nothing, and the page is as wide as the screen. `address` names the page in a failure. */
export async function requireAccessible(page: Page, address: string): Promise<void> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect([address, found]).toEqual([address, []])
  expect(await page.evaluate(isTooWide), address).toBe(false)
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const isTooWide = (): boolean => {
  const { document } = globalThis as unknown as {
    document: { documentElement: { scrollWidth: number; clientWidth: number } }
  }
  return document.documentElement.scrollWidth > document.documentElement.clientWidth
}
