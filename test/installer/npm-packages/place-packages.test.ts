import { lstat, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { placePackages } from '../../../services/installer/src/npm-packages/place-packages.ts'
import { archivesOf } from '../../../services/installer/src/strategies/npm/npm-archives.ts'
import type { Step } from '../../../services/installer/src/strategies/step.ts'
import { type NpmRegistry, npmRegistry, type ServedPackage } from '../../support/npm-registry.ts'
import { exampleHost, exampleSettings } from '../../support/strategy-host.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const packages: ServedPackage[] = [
  { name: 'tool', version: '1.0.0', files: { 'cli.js': '#!/usr/bin/env node\r\nconsole.log(1)\r\n' } },
  { name: '@scope/lib', version: '2.0.0', files: { 'index.js': 'lib' } },
  { name: 'inner', version: '3.0.0', files: { 'run.js': '#!/bin/sh\n' } },
  { name: 'twin', version: '4.0.0', files: { 'twin.js': '#!/bin/sh\n' } },
]

interface Placed {
  npm: NpmRegistry
  to: string
  cache: string
  place: (changes?: Partial<Step & { step: 'packages' }>, abort?: AbortController) => Promise<boolean>
}

async function placing(served: readonly ServedPackage[] = packages): Promise<Placed> {
  const npm = await npmRegistry(served)
  const [to, cache] = [await temporaryFolder(), path.join(await temporaryFolder(), 'archives')]
  const integrityOf = async (name: string, version: string): Promise<string> => {
    const answer = await fetch(`${npm.url}/${name}/${version}`)
    return ((await answer.json()) as { dist: { integrity: string } }).dist.integrity
  }
  const tree: { name: string; version: string; bin?: Record<string, string> }[] = [
    { name: 'tool', version: '1.0.0', bin: { tool: 'cli.js', gone: 'gone.js', 'a/../../../up': 'cli.js' } },
    { name: '@scope/lib', version: '2.0.0' },
    { name: 'tool/node_modules/inner', version: '3.0.0', bin: { inner: 'run.js' } },
    { name: 'twin', version: '4.0.0', bin: { tool: 'twin.js' } },
  ]
  const artifacts = await Promise.all(
    tree.map(async (one) => {
      const name = one.name.replace(/^.*node_modules\//, '')
      return { ...one, integrity: await integrityOf(name, one.version) }
    }),
  )
  const settings = exampleSettings({ sources: [`${npm.url}/`] })
  const archives = archivesOf(artifacts, settings, exampleHost()) ?? []
  npm.asked.length = 0
  const otherwise = { step: 'run', title: 'npm', argv: ['npm'], cwd: to } as const
  const step = {
    step: 'packages',
    title: 'get',
    packages: archives,
    to,
    cache,
    list: '{}',
    otherwise,
  } as const
  const progress = { update: () => {}, bytes: () => {}, done: () => {} }
  const place: Placed['place'] = (changes, { signal } = new AbortController()) =>
    placePackages({ ...step, ...changes }, { signal, progress })
  return { npm, to, cache, place }
}

describe('placePackages', () => {
  it('puts each package at its place, and links its executables beside it, the first of each name', async () => {
    const { to, place } = await placing()
    expect(await place()).toBe(true)
    expect(await readFile(path.join(to, 'node_modules/@scope/lib/index.js'), 'utf8')).toBe('lib')
    expect(await readlink(path.join(to, 'node_modules/.bin/tool'))).toBe('../tool/cli.js')
    expect(await readlink(path.join(to, 'node_modules/tool/node_modules/.bin/inner'))).toBe('../inner/run.js')
    expect(await exists(path.join(to, 'node_modules/.bin/gone'))).toBe(false)
    expect(await exists(path.join(to, 'up'))).toBe(false)
  })

  it('makes an executable such as the kernel starts', async () => {
    const { to, place } = await placing()
    await place()
    const program = path.join(to, 'node_modules/tool/cli.js')
    expect(await readFile(program, 'utf8')).toBe('#!/usr/bin/env node\nconsole.log(1)\r\n')
    expect((await lstat(program)).mode & 0o111).toBe(0o111)
  })

  it('downloads an archive once, and again if the kept one was changed', async () => {
    const { npm, to, cache, place } = await placing()
    await place()
    expect(npm.asked.sort()).toEqual([
      '/@scope/lib/-/lib-2.0.0.tgz',
      '/inner/-/inner-3.0.0.tgz',
      '/tool/-/tool-1.0.0.tgz',
      '/twin/-/twin-4.0.0.tgz',
    ])
    npm.asked.length = 0
    expect(await place({ to: await temporaryFolder() })).toBe(true)
    expect(npm.asked).toEqual([])
    const [first] = await readdir(cache)
    await writeFile(path.join(cache, first ?? ''), 'changed')
    expect(await place({ to: await temporaryFolder() })).toBe(true)
    expect(npm.asked).toHaveLength(1)
    expect(await exists(path.join(to, 'node_modules/tool/package.json'))).toBe(true)
  })

  it('refuses an archive with another digest, and keeps nothing of it', async () => {
    const { npm, cache, place } = await placing()
    await npm.publish({ name: 'tool', version: '1.0.0', files: { 'cli.js': 'evil' } }, { keepsDigest: true })
    await expect(place()).rejects.toMatchObject({ code: 'download.checksum-mismatch', exitStatus: 8 })
    expect(await exists(cache)).toBe(true)
    const kept = await readdir(cache)
    expect(kept.every((name) => /^[0-9a-f]{128}$/.test(name))).toBe(true)
    expect(kept.length).toBeLessThan(4)
  })

  it('ends when it is interrupted, and leaves it to nobody', async () => {
    const { place } = await placing()
    const interrupted = new AbortController()
    interrupted.abort()
    await expect(place({}, interrupted)).rejects.toMatchObject({ code: 'unpack.canceled' })
  })

  it('leaves to npm what the registry keeps elsewhere, and a package that brings one of the tree', async () => {
    const elsewhere = await placing(packages.map((one) => ({ ...one, archive: `/files/${one.version}.tgz` })))
    expect(await elsewhere.place()).toBe(false)
    const [tool, ...others] = packages
    const files = { ...tool?.files, 'node_modules/inner/run.js': 'bundled' }
    const bundling = await placing([{ name: 'tool', version: '1.0.0', files }, ...others])
    expect(await bundling.place()).toBe(false)
  })
})
