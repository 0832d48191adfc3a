import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'

/** Systems truncate or refuse longer socket paths (sun_path has 104 to 108 bytes). */
const longestPath = 100

interface OperatorSocket {
  address: string
  close(): Promise<void>
}

/**
 * Serves an app on a socket in `folder` that only this user can open. A path that would be too long is replaced by a
 * private temporary folder; on Windows it is a pipe with an unguessable name. The caller holds the folder's lock, so an
 * existing socket was left by a dead process.
 */
export async function openOperatorSocket(app: Hono<Env>, folder: string): Promise<OperatorSocket> {
  const { address, remove } = await chooseAddress(folder)
  const server = createAdaptorServer({ fetch: app.fetch })
  const previous = process.umask(0o177)
  try {
    server.listen(address)
  } finally {
    // listen() creates the socket synchronously, so this mask affects nothing else.
    process.umask(previous)
  }
  await once(server, 'listening')
  if (process.platform !== 'win32') await chmod(address, 0o600)
  const close = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await closed
    await remove()
  }
  return { address, close }
}

async function chooseAddress(folder: string): Promise<{ address: string; remove: () => Promise<void> }> {
  if (process.platform === 'win32')
    return { address: `\\\\.\\pipe\\cli-apps-${randomBytes(24).toString('hex')}`, remove: async () => {} }
  const near = path.join(folder, 'operator.sock')
  if (Buffer.byteLength(near) <= longestPath) {
    await rm(near, { force: true })
    return { address: near, remove: () => rm(near, { force: true }) }
  }
  const apart = await mkdtemp(path.join(tmpdir(), 'cli-apps-'))
  return {
    address: path.join(apart, 'operator.sock'),
    remove: () => rm(apart, { recursive: true, force: true }),
  }
}
