import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { upstreamVersion } from '../../../scripts/catalog/draft/debian-facts.ts'
import { draftEntry } from '../../../scripts/catalog/draft/draft-entry.ts'
import { httpsOf, npmFacts } from '../../../scripts/catalog/draft/npm-facts.ts'
import { documentServer } from '../../support/document-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** An npm registry that knows the latest version of one package. */
async function npmWith(latest: { name: string } & Record<string, unknown>): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, latest.name))
  await writeFile(path.join(folder, latest.name, 'latest'), JSON.stringify(latest))
  return (await documentServer(folder)).url
}

describe('a draft of an entry', () => {
  it('holds facts, and no text of the package', async () => {
    const registry = await npmWith({
      name: 'greet-cli',
      version: '2.0.1',
      description: 'The best greeter',
      keywords: ['fast'],
      bin: { greet: 'cli.js' },
      license: 'MIT',
      homepage: 'https://greet.example/#readme',
      repository: { type: 'git', url: 'git+ssh://git@github.com/greet/greet.git' },
      scripts: { postinstall: 'node fetch.js' },
    })
    const facts = await npmFacts('greet-cli', registry)
    const { manifest, missing } = draftEntry('greet', facts === undefined ? [] : [facts])
    expect(manifest).toEqual({
      manifest: 1,
      name: 'greet',
      version: '2.0.1',
      homepage: 'https://greet.example/',
      repository: 'https://github.com/greet/greet',
      license: 'MIT',
      entry_point: 'greet',
      install: [{ method: 'npm', package: 'greet-cli', version: '2.0.1', scripts: ['greet-cli'] }],
    })
    expect(missing.join('\n')).toMatch(
      /summary[\s\S]*i18n\.zh[\s\S]*recipes[\s\S]*without its install script/,
    )
  })

  it('is not made of a package without executables, or of none', async () => {
    const registry = await npmWith({ name: 'greet', version: '1.0.0' })
    expect(await npmFacts('greet', registry)).toBeUndefined()
    expect(await npmFacts('hail', registry)).toBeUndefined()
  })

  it('makes a version that orders of what Debian has, and asks which executable is meant', () => {
    const facts = {
      source: 'Debian package fd-find',
      version: '26.02',
      executables: ['fdfind', 'fdother'],
      method: { method: 'apt', package: 'fd-find' },
    } as const
    const { manifest, missing } = draftEntry('fd', [{ ...facts, executables: [...facts.executables] }])
    expect(manifest).toMatchObject({ version: '26.2.0', program_version: '26.02', entry_point: 'fdfind' })
    expect(missing).toContain('entry_point: choose among fdfind, fdother')
  })

  it.each([
    ['1:2.4.1+dfsg-3+deb12u1', '2.4.1'],
    ['8.6.0-3', '8.6.0'],
    ['16.02+really26.02+dfsg-0+deb12u1', '16.02'],
    ['2.0~rc1-1', '2.0'],
  ])('takes %s for version %s of the program', (debian, upstream) => {
    expect(upstreamVersion(debian)).toBe(upstream)
  })

  it.each([
    ['git+https://github.com/a/b.git', 'https://github.com/a/b'],
    ['git://github.com/a/b.git', 'https://github.com/a/b'],
    ['git@github.com:a/b.git', 'https://github.com/a/b'],
    ['github:a/b', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['http://x.example/#readme', 'https://x.example/'],
    ['svn+ssh://x.example/a', undefined],
    [undefined, undefined],
  ])('takes %s for the page %s', (address, page) => {
    expect(httpsOf(address)).toBe(page)
  })
})
