import type { AppManifest } from '../manifest/manifest.ts'
import { withoutSlash } from '../manifest/requires/access-path.ts'
import { t } from '../messages/t.ts'
import { isGrantable } from './protected-places.ts'

/** One thing that an app asks for and a person may grant. */
export interface AccessItem {
  /** As people name it: `.git`, `file:~/.ssh`, `socket:/var/run/postgresql`, `network:raw`, `nested`. */
  name: string
  kind: 'place' | 'file' | 'socket' | 'device' | 'network' | 'nested' | 'display'
  /** Of the kinds that have one. */
  path?: string
  mode: 'read' | 'write'
  why: string
  /** The path is a folder that is created when it is granted. */
  isFolder?: boolean
}

/** What an app asks for and has only by a grant, as its manifest declares it. */
export function accessItems({ requires }: Pick<AppManifest, 'requires'>): AccessItem[] {
  const { files = [], sockets = [], devices = [], network, nested, display } = requires?.access ?? {}
  return [
    ...files.flatMap(fileItem),
    ...sockets.map(({ path, why }): AccessItem => item('socket', path, why)),
    ...devices.map(({ path, why }): AccessItem => item('device', path, why)),
    ...(network === 'raw' ? [plain('network:raw', 'network')] : []),
    ...(nested === true ? [plain('nested', 'nested')] : []),
    ...(display === true ? [plain('display', 'display')] : []),
  ]
}

function fileItem({
  path,
  mode,
  why,
}: {
  path: string
  mode: AccessItem['mode']
  why: string
}): AccessItem[] {
  if (/^[/~]/.test(path)) {
    const place = withoutSlash(path)
    const isFolder = place !== path
    return [{ name: `file:${place}`, kind: 'file', path: place, mode, why, ...(isFolder && { isFolder }) }]
  }
  return mode === 'write' && isGrantable(path) ? [{ name: path, kind: 'place', path, mode, why }] : []
}

const item = (kind: 'socket' | 'device', path: string, why: string): AccessItem => ({
  name: `${kind}:${path}`,
  kind,
  path,
  mode: 'write',
  why,
})

const plain = (name: string, kind: 'network' | 'nested' | 'display'): AccessItem => ({
  name,
  kind,
  mode: 'write',
  why: {
    network: t('access-item.raw', 'Reads and writes packets of any kind, and can change to other users'),
    nested: t('access-item.nested', 'Makes namespaces, in which protected places can be changed'),
    display: t('access-item.display', 'Opens windows, and sees and types what other windows do'),
  }[kind],
})
