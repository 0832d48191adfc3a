import path from 'node:path'
import * as z from 'zod'
import { dataOption, type RegistryCommand, signingOption } from '../command.ts'
import { parseWith, readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

const Flags = z.object({
  folder: z.string().min(1),
  'max-age': z
    .string()
    .regex(/^([1-9]\d{0,3}|none)$/, 'must be a number of days, or none')
    .transform((text) => (text === 'none' ? null : Number(text)))
    .optional(),
  'public-url': z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).optional(),
})

export const exportCommand: RegistryCommand = {
  about:
    'Write a static site into a folder, for any file server or CDN: all documents byte for byte as the server returns them, which the installer accepts as a registry by its URL or path, and with --public-url the pages, with a search that runs in the browser. The contents of the folder are replaced.',
  options: {
    'max-age': {
      type: 'string',
      value: 'DAYS',
      description:
        'Days that readers may install from it, or none; default: 14 over HTTPS, none from a folder',
    },
    'public-url': {
      type: 'string',
      value: 'URL',
      description:
        'Where the site will be, which its pages name in commands; without it, no pages are written',
    },
    ...dataOption,
    ...signingOption,
  },
  positionals: { folder: 'A new or empty folder, or one of an earlier export' },
  run: async ({ values, environment, print }) => {
    const flags = parseWith(Flags, values)
    const folder = path.resolve(flags.folder)
    const report = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.exportSite({ folder, max_age_days: flags['max-age'], public_url: flags['public-url'] }),
    )
    const { files, unchanged, bytes } = report
    print(
      { ...report },
      `${files} files (${unchanged} unchanged, ${(bytes / 1e6).toFixed(1)} MB) in ${folder}.${flags['public-url'] === undefined ? ' No pages: --public-url names where the site will be.' : ''}`,
    )
  },
}
