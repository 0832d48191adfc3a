import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { bundledPackages } from './bundled-packages.mjs'

/**
 * The licenses of the packages whose code is in these bundles, one after the other: most ask to go along with every copy. Empty
 * without such code.
 */
export async function thirdPartyLicenses(root, metafiles) {
  const parts = await Promise.all((await bundledPackages(root, metafiles)).map(licenseOf))
  if (parts.length === 0) return ''
  return [
    'This program contains code of the packages below, under their licenses.',
    ...parts.map(({ title, text }) => `${'='.repeat(80)}\n${title}\n\n${text.trim()}`),
  ]
    .join('\n\n')
    .concat('\n')
}

async function licenseOf({ folder, manifest: { name, version, license, author } }) {
  const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e/i.test(entry))
  const holder = typeof author === 'string' ? author : author?.name
  const text = file
    ? await readFile(path.join(folder, file), 'utf8')
    : `Licensed under ${license}${holder === undefined ? '' : ` by ${holder}`}. The package carries no license text.`
  return { title: `${name} ${version} (${license})`, text }
}
