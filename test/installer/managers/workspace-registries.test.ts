import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkspaceTrust, writeWorkspaceTrust } from '@cli-apps/core/node'
import { describe, expect, it, vi } from 'vitest'
import { planAskingForRegistries } from '../../../services/installer/src/install/ask-for-registries.ts'
import { readCargoSettings } from '../../../services/installer/src/managers/cargo-settings.ts'
import { readNpmSettings } from '../../../services/installer/src/managers/npm-settings.ts'
import { readPipSettings } from '../../../services/installer/src/managers/pip-settings.ts'
import { readWorkspaceRegistries } from '../../../services/installer/src/managers/workspace-registries.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const mirror = (url: string): string => url

interface Place {
  root: string
  home: string
}

/** A workspace `project` below a home, with these files below the home. */
async function placeWith(files: Record<string, string>): Promise<Place> {
  const home = await temporaryFolder()
  const root = path.join(home, 'work', 'project')
  await mkdir(root, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(home, name)), { recursive: true })
    await writeFile(path.join(home, name), text)
  }
  return { root, home }
}

const search = ({ root, home }: Place) => ({
  workspace: { root },
  environment: { HOME: home },
  config: { home },
})

const found = (place: Place) => readWorkspaceRegistries(['npm', 'pip', 'cargo'], search(place))

const trusting = async (place: Place) => {
  const all = await found(place)
  const registries = all.flatMap(({ urls }) =>
    urls.map((url) => ({ workspace: place.root, url, trusted: true })),
  )
  await writeWorkspaceTrust(place.home, { trust: 1, folders: [], templates: [], registries })
  return found(place)
}

describe('registries that files of a workspace name', () => {
  it.each([
    ['npm', '.npmrc', 'registry=https://a:b@r.test/npm/\n//r.test/:_authToken=x\n', ['https://r.test/npm']],
    ['npm', '.npmrc', '@corp:registry=https://r.test\n', ['https://r.test']],
    ['npm', '.yarnrc', 'registry "https://r.test/"\n', ['https://r.test']],
    [
      'npm',
      '.yarnrc.yml',
      'npmScopes:\n  corp:\n    npmRegistryServer: https://r.test\n',
      ['https://r.test'],
    ],
    [
      'npm',
      'bunfig.toml',
      '[install]\nregistry = { url = "https://r.test", token = "x" }\n',
      ['https://r.test'],
    ],
    ['pip', 'pip.conf', '[global]\nindex-url = https://r.test/simple\n', ['https://r.test/simple']],
    [
      'pip',
      'uv.toml',
      '[[index]]\nurl = "https://r.test/simple"\ndefault = true\n',
      ['https://r.test/simple'],
    ],
    ['pip', 'pyproject.toml', '[tool.uv]\nextra-index-url = ["https://r.test/s"]\n', ['https://r.test/s']],
    [
      'cargo',
      '.cargo/config.toml',
      '[source.x]\nregistry = "sparse+https://r.test/"\n',
      ['sparse+https://r.test'],
    ],
    ['cargo', '.cargo/config', '[registries.x]\nindex = "https://r.test/git"\n', ['https://r.test/git']],
  ])('are found for %s in %s: %j', async (manager, name, text, urls) => {
    for (const folder of ['work/project', 'work']) {
      const place = await placeWith({ [`${folder}/${name}`]: text })
      expect(await found(place)).toMatchObject([{ manager, urls, isTrusted: undefined }])
    }
  })

  it("exclude the user's own in the home folder", async () => {
    expect(await found(await placeWith({ '.npmrc': 'registry=https://r.test/\n' }))).toEqual([])
  })

  it.each([
    ['a variable, which could hold a secret', 'registry=https://r.test/${NPM_TOKEN}/\n'],
    ['plain http', 'registry=http://r.test/\n'],
    ['a file', 'registry=file:///etc/\n'],
  ])('are never used through %s', async (_what, text) => {
    const place = await placeWith({ 'work/project/.npmrc': text })
    const [one] = await trusting(place)
    expect(one).toMatchObject({ isTrusted: false, problem: expect.any(String) })
    const { sources, remarks } = await readNpmSettings({
      environment: { HOME: place.home, NPM_TOKEN: 'secret' },
      mirror,
      registries: one === undefined ? [] : [one],
    })
    expect(sources).toEqual(['https://registry.npmjs.org/'])
    expect(remarks.join()).toContain('which is not used')
    expect(remarks.join()).not.toContain('cli-apps trust')
  })

  it('apply only settings of package sources that were shown', async () => {
    const place = await placeWith({
      'work/project/.npmrc': 'registry=https://r.test/\ngit=./script\n//registry.npmjs.org/:_authToken=x\n',
      'work/project/pip.conf': '[global]\nindex-url = https://r.test/s\nfind-links = ./wheels\ntarget = /x\n',
      'work/project/.cargo/config.toml':
        '[build]\nrustc-wrapper = "./x"\n[source.crates-io]\nreplace-with = "x"\n[source.x]\nregistry = "sparse+https://r.test/"\n',
    })
    const registries = await trusting(place)
    const environment = { HOME: place.home }
    const npm = await readNpmSettings({ environment, mirror, registries })
    expect(npm.files['.npmrc']?.trim()).toBe('registry=https://r.test/')
    const { variables, sources } = await readPipSettings({ environment, mirror, registries })
    expect(new Set(sources)).toEqual(new Set(['https://r.test/s']))
    expect(variables).toMatchObject({
      PIP_INDEX_URL: 'https://r.test/s',
      UV_DEFAULT_INDEX: 'https://r.test/s',
    })
    expect(Object.keys(variables)).not.toContain('PIP_FIND_LINKS')
    expect(Object.keys(variables)).not.toContain('PIP_TARGET')
    const { config, origin } = await readCargoSettings({ environment, registries })
    expect(config).toContain('sparse+https://r.test/')
    expect(config).not.toContain('rustc-wrapper')
    expect([npm.origin, origin]).not.toContain('')
  })

  it("are not reported if the user's own are the same", async () => {
    const place = await placeWith({
      '.npmrc': 'registry=https://r.test\n',
      'work/project/.npmrc': 'registry=https://r.test/\n',
    })
    const registries = await found(place)
    const { remarks, unused } = await readNpmSettings({
      environment: { HOME: place.home },
      mirror,
      registries,
    })
    expect([remarks, unused]).toEqual([[], []])
  })
})

describe('the question about using one', () => {
  const askedWith = async (place: Place, answer: boolean, options = {}) => {
    const plan = vi.fn(async () => [{ unused: (await found(place)).filter(({ isTrusted }) => !isTrusted) }])
    const ask = vi.fn(async () => answer)
    const context = {
      ...search(place),
      config: { home: place.home, locks: path.join(place.home, 'locks') },
      signal: new AbortController().signal,
    }
    const [planned] = await planAskingForRegistries(plan, (all) => all, {
      options,
      context: context as never,
      ask,
    })
    return { questions: ask.mock.calls.length, plans: plan.mock.calls.length, unused: planned?.unused }
  }

  it('is asked once for each, and the answer is stored for this workspace', async () => {
    const place = await placeWith({ 'work/project/.npmrc': 'registry=https://r.test/\n' })
    expect(await askedWith(place, true)).toEqual({ questions: 1, plans: 2, unused: [] })
    expect(await askedWith(place, true)).toMatchObject({ questions: 0, plans: 1 })
    expect((await readWorkspaceTrust(place.home)).registries).toEqual([
      { workspace: place.root, url: 'https://r.test', trusted: true },
    ])
    const refusing = await placeWith({ 'work/project/.npmrc': 'registry=https://r.test/\n' })
    expect(await askedWith(refusing, false)).toMatchObject({ questions: 1, plans: 1 })
    expect(await askedWith(refusing, true)).toMatchObject({ questions: 0, plans: 1 })
  })

  it('is not answered by --yes', async () => {
    const place = await placeWith({ 'work/project/.npmrc': 'registry=https://r.test/\n' })
    expect(await askedWith(place, true, { yes: true })).toMatchObject({ questions: 0, plans: 1 })
    expect((await readWorkspaceTrust(place.home)).registries).toBeUndefined()
  })
})
