import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { npmRegistry, type ServedPackage } from '../support/npm-registry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const program = `#!/usr/bin/env node
console.log('greet 1.2.3')
`
const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' }
const smuggled = JSON.stringify({ name: 'native', version: '1.0.0', scripts })

/** Installs `greet` with `--allow-scripts native`, from a registry with these packages besides. */
async function install(
  greet: Pick<ServedPackage, 'json' | 'files'>,
  ...others: Omit<ServedPackage, 'version'>[]
) {
  const npm = await npmRegistry([
    ...others.map((one) => ({ version: '1.0.0', ...one })),
    {
      name: 'greet',
      version: '1.2.3',
      json: { bin: { greet: 'cli.js' }, ...greet.json },
      files: { 'cli.js': program, ...greet.files },
    },
  ])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([
      exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3' }] }),
    ]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
  })
  return machine.cli('install', 'greet', '--yes', '--json', '--allow-scripts', 'native')
}

describe('permission to run the scripts of a package', () => {
  it.each([
    [
      'stands for it under its name',
      { json: { dependencies: { native: 'npm:evil@1.0.0' } } },
      [{ name: 'evil', json: { scripts } }],
    ],
    [
      'bundles another of its name',
      {
        json: { dependencies: { native: '1.0.0' }, bundledDependencies: ['native'] },
        files: { 'node_modules/native/package.json': smuggled },
      },
      [],
    ],
    [
      'holds another of its name in its archive',
      { json: { dependencies: { lib: '1.0.0' } } },
      [{ name: 'lib', files: { 'node_modules/native/package.json': smuggled } }],
    ],
  ])('does not apply to a package that %s', async (_what, greet, others) => {
    const { status, stdout, json } = await install(greet, ...others)
    expect(status, stdout).toBe(6)
    expect(json()).toMatchObject({ error: { code: 'install.scripts-refused' } })
  })

  it('applies to that package wherever it is needed', async () => {
    const native = { name: 'native', json: { scripts: { install: 'true' } } }
    const { status, stdout, stderr } = await install(
      { json: { dependencies: { native: '1.0.0', lib: '1.0.0' } } },
      native,
      { name: 'lib', json: { dependencies: { native: '1.0.0' } } },
    )
    expect(status, stdout).toBe(0)
    expect(stderr).not.toContain('did not run')
  })
})

it('permission that was given with an install is not asked for again by the next', async () => {
  const npm = await npmRegistry([
    { name: 'native', version: '1.0.0', json: { scripts: { install: 'true' } } },
    {
      name: 'greet',
      version: '1.2.3',
      json: { bin: { greet: 'cli.js' }, dependencies: { native: '1.0.0' } },
      files: { 'cli.js': program },
    },
  ])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([
      exampleManifestJson({
        install: [{ method: 'npm', package: 'greet', version: '1.2.3', scripts: ['native'] }],
      }),
    ]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
  })
  const install = (...words: string[]) => machine.cli('install', 'greet', '--yes', '--json', ...words)
  expect(await install()).toMatchObject({ status: 6 })
  const first = await install('--allow-scripts', 'native')
  expect(first.status, first.stdout).toBe(0)
  const again = await install('--agent', 'claude-code')
  expect(again.status, again.stdout).toBe(0)
  // Another workspace is asked.
  const other = await temporaryFolder()
  expect(await install('--workspace', other)).toMatchObject({ status: 6 })
})
