import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const installed = '/usr/lib/postgresql'

/** Where Postgres's own programs are; `undefined` where they are not, or where no user may run them. */
export function findPostgresPrograms(): string | undefined {
  try {
    serverUser()
    const newest = readdirSync(installed).sort((a, b) => Number(b) - Number(a))[0]
    return newest === undefined ? undefined : path.join(installed, newest, 'bin')
  } catch {
    return undefined
  }
}

/** Postgres refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export interface ReplicatedPostgres {
  primary: string
  replica: string
  stopReplica(): void
  startReplica(): void
  close(): void
}

/** A Postgres server of the test's own, and one that replays its log. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const user = serverUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-apps-postgres-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(path.join(programs, program), args, { ...user, cwd: folder, stdio: 'ignore' })
  const [primaryFolder, replicaFolder] = [path.join(folder, 'primary'), path.join(folder, 'replica')]
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const start = (data: string, port: number): void => {
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    run('pg_ctl', '-D', data, '-o', settings, '-l', `${data}.log`, '-w', 'start')
  }
  const stop = (data: string): void => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
  run('initdb', '-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N')
  start(primaryFolder, primaryPort)
  const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
  run('pg_basebackup', ...source, '-D', replicaFolder, '-R', '-X', 'stream', '-c', 'fast')
  start(replicaFolder, replicaPort)
  const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    primary: urlOf(primaryPort),
    replica: urlOf(replicaPort),
    stopReplica: () => stop(replicaFolder),
    startReplica: () => start(replicaFolder, replicaPort),
    close: () => {
      for (const data of [replicaFolder, primaryFolder]) stop(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
