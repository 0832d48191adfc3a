import { access } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { packedUser, packInstaller } from '../support/packed-installer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the packed installer', () => {
  it('installs an app in an empty folder and runs it', async () => {
    const packed = await packInstaller(await temporaryFolder())
    const home = await temporaryFolder()
    const { folder, npx } = await packedUser(packed, { node: process.execPath, home })
    await npx('install', 'prettier', '--yes')
    await access(path.join(folder, 'skills/cli-app-prettier/SKILL.md'))
    const { apps } = JSON.parse(await npx('list', '--json'))
    expect(apps).toMatchObject([{ name: 'prettier', method: 'npm' }])
    expect((await npx('run', 'prettier', '--version')).trim()).toBe(apps[0].program_version)
  })

  it('needs no other package, and carries licences, templates and the catalog', async () => {
    const { files } = await packInstaller(await temporaryFolder())
    for (const file of [
      'LICENSE',
      'README.md',
      'bin/cli-apps.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/catalog/prettier.json',
      'dist/templates/skill.md.hbs',
    ])
      expect(files).toContain(file)
    const { default: manifest } = await import('../../services/installer/package.json', {
      with: { type: 'json' },
    })
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('scripts')
  })
})
