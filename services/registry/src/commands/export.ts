import path from 'node:path'
import * as z from 'zod'
import { type Command, dataHelp, dataOption, signingHelp, signingOption } from '../command.ts'
import { parseWith, readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

const Flags = z.object({ folder: z.string().min(1) })

export const exportCommand: Command = {
  usage: 'export DIR [--data DIR] [--signing-key FILE]',
  help: [
    'Writes all documents into a folder, byte for byte as the server answers them: a static site that any file server or CDN',
    'can serve, and that the installer takes as a registry by its URL or its path. All that the folder held is replaced.',
    '',
    'DIR               a new or empty folder, or one of an earlier export',
    dataHelp,
    signingHelp,
  ],
  options: { ...dataOption, ...signingOption },
  positionals: ['folder'],
  run: async ({ values, environment, print }) => {
    const folder = path.resolve(parseWith(Flags, values).folder)
    const report = await withOperator(readConfig(values, environment), (operator) =>
      operator.exportSite({ folder }),
    )
    const { files, unchanged, bytes } = report
    print(
      { ...report },
      `${files} files (${unchanged} unchanged, ${(bytes / 1e6).toFixed(1)} MB) in ${folder}.`,
    )
  },
}
