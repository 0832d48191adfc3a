import path from 'node:path'
import { jsonText, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import type { RegistryCommand } from '../command.ts'
import { type ImportReport, importCatalog } from '../compat/cli-anything/import-catalog.ts'
import { readSource } from '../compat/cli-anything/read-source.ts'
import { parseWith } from '../config.ts'

const Flags = z.object({
  source: z.string().min(1),
  out: z.string().min(1).optional(),
  pin: z
    .array(
      z
        .string()
        .regex(
          /^https:\/\/[^\s=]+=[0-9a-f]{40}$/,
          'must be <https URL of a repository>=<commit of 40 digits>',
        ),
    )
    .default([])
    .transform((pins) => Object.fromEntries(pins.map((pin) => [pin.slice(0, -41), pin.slice(-40)]))),
})

export const importCliAnythingCommand: RegistryCommand = {
  about:
    'Convert a registry.json or public_registry.json of CLI-Anything to draft manifests, and report why an entry was refused: it needs a shell, or is not pinned to a version or commit.',
  options: {
    out: {
      type: 'string',
      value: 'DIR',
      description: 'Write DIR/<name>.json instead of printing the drafts',
    },
    pin: {
      type: 'string',
      multiple: true,
      value: 'URL=COMMIT',
      description: 'The commit to pin entries to that install from the head of that git repository',
    },
  },
  positionals: { source: 'The file or its URL' },
  run: async ({ values, print }) => {
    const { source, out, pin } = parseWith(Flags, values)
    const report = importCatalog(await readSource(source), pin)
    if (out !== undefined)
      for (const manifest of report.imported)
        await writeFileAtomic(path.join(out, `${manifest.name}.json`), jsonText(manifest))
    print({ ...report }, textOf(report, out))
  },
}

function textOf({ imported, refused }: ImportReport, out: string | undefined): string {
  const drafts = imported.map((manifest) =>
    out === undefined ? jsonText(manifest).trimEnd() : `${path.join(out, `${manifest.name}.json`)}`,
  )
  const width = Math.max(0, ...refused.map(({ name }) => name.length))
  const ruleWidth = Math.max(0, ...refused.map(({ rule }) => rule.length))
  const refusals = refused.map(
    ({ name, rule, reason }) => `${name.padEnd(width)}  ${rule.padEnd(ruleWidth)}  ${reason}`,
  )
  return [...drafts, ...refusals, `${imported.length} imported, ${refused.length} refused.`].join('\n')
}
