import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signalServer } from './postgres-cluster.ts'
import { freePort, postgresUser } from './postgres-programs.ts'

export interface ReplicatedPostgres {
  primary: string
  replica: string
  stopReplica(): void
  startReplica(): void
  stopPrimary(): void
  /** SIGSTOP: its connections stay open and answer nothing. */
  freezePrimary(): void
  /** Makes the replica a server that takes writes, as a failover does. */
  promoteReplica(): void
  close(): void
}

/** A Postgres server of the test's own, and one that replays its log. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const user = postgresUser()
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
    stopPrimary: () => stop(primaryFolder),
    freezePrimary: () => signalServer(primaryFolder, 'SIGSTOP'),
    promoteReplica: () => run('pg_ctl', '-D', replicaFolder, '-w', 'promote'),
    close: () => {
      for (const data of [replicaFolder, primaryFolder].filter(isRunning)) {
        signalServer(data, 'SIGCONT')
        stop(data)
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const isRunning = (data: string): boolean => existsSync(path.join(data, 'postmaster.pid'))
