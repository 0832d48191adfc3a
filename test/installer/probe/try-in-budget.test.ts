import type { TriedRecipes } from '@cli-apps/core'
import type { FoundSandbox } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { tryInBudget } from '../../../services/installer/src/probe/try-in-budget.ts'
import { exampleManifest } from '../../support/example-manifest.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { openScriptProbe } from '../../support/script-probe.ts'

const script = `import { mkdirSync, rmdirSync } from 'node:fs'
const [what] = process.argv.slice(2)
const lock = \`\${process.env.HOME}/lock\`
if (what.startsWith('wait')) setTimeout(() => {}, 100_000)
else if (what.startsWith('alone')) {
  mkdirSync(lock)
  console.log(what)
  setTimeout(() => rmdirSync(lock), 1500)
} else console.log(what)`

const says = (id: string, word: string) => ({ id, call: { args: [id] }, expect: { stdout_contains: word } })

/** What became of these recipes of a new program, and what the user was told. */
async function tryAll(
  recipes: readonly Record<string, unknown>[],
  options: { milliseconds?: number; confinement?: FoundSandbox } = {},
): Promise<{ tried: TriedRecipes | undefined; notices: string[] }> {
  const { confinement, ...budget } = options
  await using probe = await openScriptProbe(script, confinement)
  const notices: string[] = []
  const notice = (message: string) => void notices.push(message)
  const tried = await tryInBudget(exampleManifest({ recipes }), probe, { notice, ...budget })
  return { tried, notices }
}

itSandboxed('a new program is tried with its recipes, and one that fails is reported', async () => {
  const networked = { ...says('far', 'far'), needs: ['network'] }
  const { tried, notices } = await tryAll([says('a', 'a'), says('b', 'z'), networked, says('c', 'c')], {
    milliseconds: 60_000,
  })
  expect(tried).toEqual({ passed: ['a', 'c'], failed: ['b'] })
  expect(notices).toEqual([
    expect.stringMatching(
      /^Recipes of greet failed on this machine: 1\. Run: npx cli-apps verify greet --recipes$/,
    ),
  ])
})

itSandboxed(
  'what does not end within the time is neither passed nor failed, and nothing follows it',
  async () => {
    const start = performance.now()
    // More than run beside each other.
    const waiting = [1, 2, 3, 4].map((at) => says(`wait-${at}`, 'x'))
    const { tried, notices } = await tryAll([...waiting, says('a', 'a')], { milliseconds: 500 })
    expect({ tried, notices }).toEqual({ tried: undefined, notices: [] })
    expect(performance.now() - start).toBeLessThan(30_000)
  },
)

itSandboxed('what fails beside another recipe is run by itself', async () => {
  const { tried, notices } = await tryAll([says('alone-1', 'alone'), says('alone-2', 'alone')], {
    milliseconds: 60_000,
  })
  expect({ tried, notices }).toEqual({ tried: { passed: ['alone-1', 'alone-2'], failed: [] }, notices: [] })
})

it('without a sandbox, no recipe is run that nobody asked for', async () => {
  const confinement = { reason: 'for the test' }
  expect(await tryAll([says('b', 'z')], { confinement })).toEqual({ tried: undefined, notices: [] })
})
