import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The licences of the packages whose code is in these bundles, one after the other: most ask to go along with every copy.
 * `metafiles` are esbuild's. Throws for a package that says nothing of its licence.
 */
export async function thirdPartyLicenses(root, metafiles) {
  const folders = new Set(metafiles.flatMap(bundledInputs).map(packageFolder).filter(Boolean))
  const parts = await Promise.all([...folders].map((folder) => licenseOf(path.join(root, folder))))
  parts.sort((a, b) => (a.title < b.title ? -1 : 1))
  return [
    'This program contains code of the packages below, under their licences.',
    ...parts.map(({ title, text }) => `${'='.repeat(80)}\n${title}\n\n${text.trim()}`),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Files of which something is left after unused code was dropped. */
const bundledInputs = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input),
  )

const packageFolder = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]

async function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  )
  if (typeof license !== 'string') throw new Error(`${name}@${version} does not say its licence`)
  const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e/i.test(entry))
  const holder = typeof author === 'string' ? author : author?.name
  const text = file
    ? await readFile(path.join(folder, file), 'utf8')
    : `Licensed under ${license}${holder === undefined ? '' : ` by ${holder}`}. The package carries no licence text.`
  return { title: `${name} ${version} (${license})`, text }
}
