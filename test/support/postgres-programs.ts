import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'

const installed = '/usr/lib/postgresql'

/** Where Postgres's own programs are; `undefined` where they are not, or where no user may run them. */
export function findPostgresPrograms(): string | undefined {
  try {
    postgresUser()
    const newestFirst = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
    const folders = newestFirst.map((version) => path.join(installed, version, 'bin'))
    // The package of the client alone has a folder there too.
    return folders.find((folder) => existsSync(path.join(folder, 'initdb')))
  } catch {
    return undefined
  }
}

/** Who runs them: Postgres refuses to run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
