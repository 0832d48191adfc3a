/*
 * Runs playbooks of the catalog on the very programs, confined and without network, each step in the folder of the ones before.
 *
 *   npm run catalog:playbooks                        runs all of them
 *   npm run catalog:playbooks -- csv-to-chart        runs these
 *   npm run catalog:playbooks -- csv-to-chart --write   also writes what the steps print, and that they passed
 *
 * The installed programs stay where `npm run catalog:recipes` has them. Ends with 1 where one failed.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Playbook } from '@cli-apps/core'
import {
  playbookFile,
  playbookNames,
  playbookRunDigest,
  readPlaybook,
  readPlaybookResults,
} from '@cli-apps/core/node'
import { catalogFolder, readEntry } from './catalog/entries.ts'
import { writePlaybookResults } from './catalog/playbooks/playbook-results.ts'
import { provePlaybook } from './catalog/playbooks/prove-playbook.ts'
import { openRecipeStore } from './catalog/recipes/recipe-store.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    home: {
      type: 'string',
      default:
        process.env.CLI_APPS_HOME ||
        fileURLToPath(new URL('../node_modules/.cache/catalog-recipes', import.meta.url)),
    },
  },
})
const known = await playbookNames(catalogFolder)
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`The catalog has no playbook ${unknown.join(', ')}.`)
  process.exit(2)
}
await using store = await openRecipeStore(path.resolve(values.home))
const find = async (name: string) =>
  readEntry(path.join(catalogFolder, `${name}.json`)).catch(() => undefined)
const results = await readPlaybookResults(catalogFolder)
const counts = { passed: 0, failed: 0, 'not-run': 0 }
for (const name of positionals.length > 0 ? positionals : known) {
  const playbook = await readPlaybook(catalogFolder, name)
  if (playbook === undefined) continue
  const { outcome, reason, programs, runs, shows } = await provePlaybook(playbook, { store, find })
  counts[outcome]++
  console.log(`${name}: ${outcome}${reason === undefined ? '' : `: ${reason}`}`)
  for (const [at, { stdout, files }] of runs.entries())
    console.log(
      `  ${at + 1}. ${playbook.steps[at]?.task}: ${files.join(', ')}${stdout === '' ? '' : `\n${stdout.slice(0, 600)}`}`,
    )
  if (!values.write || outcome !== 'passed') continue
  const steps = playbook.steps.map(({ shows: _, ...step }, at) => {
    const printed = shows[at]
    return printed === undefined ? step : { ...step, shows: printed }
  })
  await writeFile(playbookFile(catalogFolder, name), `${JSON.stringify({ ...playbook, steps }, null, 2)}\n`)
  const date = new Date().toISOString().slice(0, 10)
  results[name] = { playbook: playbookRunDigest(playbook as Playbook), date, programs }
}
if (values.write) await writePlaybookResults(results)
console.log(`${counts.passed} playbooks passed, ${counts.failed} failed, ${counts['not-run']} not run.`)
process.exitCode = counts.failed > 0 ? 1 : 0
