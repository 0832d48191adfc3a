import { expect, test } from 'vitest'
import { catalogEntry } from '../../../../services/registry/src/compat/cli-anything/entry.ts'
import { exampleManifest } from '../../../support/example-manifest.ts'

const entryOf = (install: readonly object[], more: Record<string, unknown> = {}) =>
  catalogEntry({ manifest: exampleManifest({ install, ...more }), deprecated: null })

const binary = {
  method: 'binary',
  platforms: {
    'linux-x64': { url: 'https://x.example/greet', sha256: 'a'.repeat(64), archive: 'none' },
  },
}

test('an npm app gives the package without a version, and the version in the command that people read', () => {
  expect(entryOf([{ method: 'npm', package: '@x/greet', version: '1.2.3' }])).toMatchObject({
    package_manager: 'npm',
    install_strategy: 'npm',
    npm_package: '@x/greet',
    install_cmd: 'npm install --global @x/greet@1.2.3',
    skill_md: 'skills/cli-app-greet/SKILL.md',
  })
})

test.each([
  [
    { method: 'pip', package: 'greet', version: '1.2.3' },
    'pip install greet==1.2.3',
    'pip uninstall -y greet',
  ],
  [
    { method: 'pip', git: 'https://x.example/g.git', commit: 'b'.repeat(40), subdirectory: 'cli' },
    `pip install git+https://x.example/g.git@${'b'.repeat(40)}#subdirectory=cli`,
    undefined,
  ],
])('a pip app is pinned, and is uninstalled by its own name or not at all', (method, install, uninstall) => {
  const entry = entryOf([method])
  expect(entry).toMatchObject({ package_manager: 'pip', install_strategy: 'command', install_cmd: install })
  expect(entry.uninstall_cmd).toBe(uninstall)
})

test('a brew app has install, update and uninstall commands', () => {
  expect(entryOf([{ method: 'brew', cask: 'greet' }])).toMatchObject({
    package_manager: 'brew',
    install_strategy: 'command',
    install_cmd: 'brew install --cask greet',
    uninstall_cmd: 'brew uninstall --cask greet',
    update_cmd: 'brew upgrade --cask greet',
  })
})

test('a bundled app has a detection command and notes', () => {
  expect(
    entryOf([{ method: 'bundled', detect: 'greet-cli', instructions: 'Comes with Greet.' }]),
  ).toMatchObject({
    package_manager: 'bundled',
    detect_cmd: 'greet-cli',
    install_notes: 'Comes with Greet.',
  })
})

test('the first method that the clients can run is used, with the executable name of that method', () => {
  const entry = entryOf([
    binary,
    { method: 'apt', package: 'greet' },
    { method: 'brew', formula: 'greet', bin: 'ggreet' },
    { method: 'npm', package: 'greet', version: '1.2.3' },
  ])
  expect(entry).toMatchObject({ package_manager: 'brew', entry_point: 'ggreet' })
})

test('an app that they cannot install is listed with a command for people to run', () => {
  const entry = entryOf([binary, { method: 'apt', package: 'greet' }])
  expect(entry).toMatchObject({
    package_manager: 'bundled',
    install_strategy: 'bundled',
    detect_cmd: 'greet',
    install_notes: 'This client cannot install it. Run: npx cli-apps install greet',
  })
  expect(entry).not.toHaveProperty('install_cmd')
})

test.each([
  'https://x.example/a;b',
  'https://x.example/$(id)',
  "https://x.example/'a'",
  'https://x.example/a|b',
])('a command with %s in it, which cli-hub would pass to a shell, is never offered', (git) => {
  const entry = entryOf([{ method: 'pip', git, commit: 'b'.repeat(40) }])
  expect(entry.package_manager).toBe('bundled')
  expect(JSON.stringify(entry)).not.toContain(git)
})

test('no text that clients slice or lowercase is null, and a deprecation comes first', () => {
  const manifest = exampleManifest()
  const entry = catalogEntry({ manifest, deprecated: { message: 'Use hail' } })
  for (const key of ['name', 'display_name', 'description', 'version', 'category', 'entry_point', 'homepage'])
    expect(entry).toHaveProperty(key, expect.any(String))
  expect(entry.description).toMatch(/^Deprecated: Use hail\. Say hello/)
  expect(entry.requires).toBeNull()
})

test('requirements are listed in one line', () => {
  const requires = {
    env: [
      { name: 'GREET_KEY', description: 'x', required: true, secret: true },
      { name: 'GREET_LANG', description: 'x', required: false, secret: false },
    ],
    services: [{ name: 'greet server' }],
    bins: ['ffmpeg'],
    accounts: [{ name: 'Greethub' }],
  }
  const entry = entryOf([{ method: 'brew', formula: 'greet', platforms: ['darwin'] }], { requires })
  expect(entry.requires).toBe('darwin, GREET_KEY, greet server, ffmpeg, account at Greethub')
})
