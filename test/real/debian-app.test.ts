import { readdir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import type { DebianClosure } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { planRoot } from '../../services/installer/src/debian/plan-root.ts'
import { sharePackages } from '../../services/installer/src/debian/share-packages.ts'
import { writeRoot } from '../../services/installer/src/debian/write-root.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A package of Debian 12 that no other needs, and that no point release has changed. */
const closure: DebianClosure = {
  closure: 1,
  suite: 'bookworm',
  architecture: 'amd64',
  snapshot: '20261101T000000Z',
  packages: [
    {
      package: 'libonig5',
      version: '6.9.8-1',
      path: 'debian/pool/main/libo/libonig/libonig5_6.9.8-1_amd64.deb',
      size: 187828,
      sha256: '59ecfce6d88c7c4b09496ce182b3b8303e8e8477664e009b16ae83a09cd12be7',
    },
  ],
}

it('a package of the pool is downloaded, shared and joined to a root', async () => {
  const home = await temporaryFolder()
  const options = {
    debs: path.join(home, 'debian'),
    locks: path.join(home, 'locks'),
    mirror: (url: string) => url,
    environment: process.env,
    signal: new AbortController().signal,
    onProgress: () => {},
  }
  const packages = await sharePackages(closure, options)
  const root = path.join(home, 'root')
  await writeRoot(planRoot(packages, closure), root, options)
  const folder = 'usr/lib/x86_64-linux-gnu'
  const library = path.join(root, folder, await readlink(path.join(root, folder, 'libonig.so.5')))
  expect((await stat(library)).nlink).toBe(2)
  expect(await readdir(options.debs)).toEqual([closure.packages[0]?.sha256])
})
