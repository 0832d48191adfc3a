import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { outputOf } from './output-of.ts'

const mirror = 'http://deb.debian.org/debian'
const suite = 'bookworm'
/** Bubblewrap confines probes as it does for users; Python is needed by many packages and slow to set up. */
const packages = ['ca-certificates', 'bubblewrap', 'python3']
const oldestLists = 12 * 60 * 60 * 1000

/**
 * Creates a minimal Debian below `folder`, once, with debootstrap and current package lists. Verification runs add a
 * layer of their own and leave it unchanged.
 */
export async function prepareBaseRoot(folder: string, say: (line: string) => void): Promise<string> {
  const root = path.join(folder, `debian-${suite}`)
  const lists = path.join(root, 'var/lib/apt/lists')
  if (!(await exists(root))) await makeRoot(root, say)
  else if ((await stat(lists)).mtimeMs < Date.now() - oldestLists) await updateLists(root)
  return root
}

async function makeRoot(root: string, say: (line: string) => void): Promise<void> {
  say(`Making a Debian root in ${root} …`)
  const made = `${root}.new`
  await rm(made, { recursive: true, force: true })
  await mkdir(made, { recursive: true })
  await outputOf(['debootstrap', '--variant=minbase', `--include=${packages.join(',')}`, suite, made, mirror])
  const sources = [
    `deb ${mirror} ${suite} main`,
    `deb ${mirror} ${suite}-updates main`,
    `deb http://deb.debian.org/debian-security ${suite}-security main`,
  ]
  await writeFile(path.join(made, 'etc/apt/sources.list'), `${sources.join('\n')}\n`)
  // Temporary data need not survive a power failure.
  await writeFile(path.join(made, 'etc/dpkg/dpkg.cfg.d/verification'), 'force-unsafe-io\n')
  // Prevents packages from starting services.
  const policy = path.join(made, 'usr/sbin/policy-rc.d')
  await writeFile(policy, '#!/bin/sh\nexit 101\n')
  await chmod(policy, 0o755)
  await updateLists(made)
  await outputOf(['chroot', made, 'apt-get', 'clean'])
  await rename(made, root)
}

async function updateLists(root: string): Promise<void> {
  await writeFile(path.join(root, 'etc/resolv.conf'), await outputOf(['cat', '/etc/resolv.conf']))
  await outputOf(['chroot', root, 'apt-get', 'update'])
  await outputOf(['touch', path.join(root, 'var/lib/apt/lists')])
}
