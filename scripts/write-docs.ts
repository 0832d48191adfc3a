// Writes what is known beside the code: the index of commands that help and shells read, docs/commands.md, docs/manifest.md,
// docs/catalog-report.md.
import { writeFile } from 'node:fs/promises'
import { commands } from '../services/installer/src/cli.ts'
import { commonOptions } from '../services/installer/src/command.ts'
import type { CommandFacts } from '../services/installer/src/command-facts.ts'
import { readCatalog } from './catalog/entries.ts'
import { reportPage } from './catalog/report-page.ts'
import { readVerificationLog } from './catalog/verification-log.ts'
import { commandsDocument } from './docs/commands-document.ts'
import { manifestDocument } from './docs/manifest-document.ts'

const facts = Object.fromEntries(
  await Promise.all(
    Object.entries(commands).map(async ([name, load]): Promise<[string, CommandFacts]> => {
      const { summary, usage, options, completes, passesArguments } = await load()
      return [name, { summary, usage, completes, passesArguments, options: { ...options, ...commonOptions } }]
    }),
  ),
)
const write = (file: string, text: string): Promise<void> =>
  writeFile(new URL(`../${file}`, import.meta.url), text)
await write('services/installer/src/command-index.json', `${JSON.stringify(facts, null, 2)}\n`)
await write('docs/commands.md', commandsDocument(facts))
const { entries } = await readCatalog()
await write('docs/manifest.md', manifestDocument(entries.map(({ manifest }) => manifest)))
await write('docs/catalog-report.md', reportPage(entries, await readVerificationLog()))
