import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, postgresUser } from './postgres-programs.ts'

export type StopMode = 'fast' | 'immediate'

/** A Postgres server that nothing else uses, to be stopped, frozen and started at will. */
export interface PostgresCluster {
  url: string
  start(): void
  stop(mode: StopMode): void
  /** SIGSTOP: its connections stay open and answer nothing. */
  freeze(): void
  thaw(): void
  /** Stops it and removes its files. */
  close(): void
}

/** Makes and starts a server on any free port. `programs` is the folder of Postgres's own programs (Linux). */
export async function startPostgresCluster(programs: string): Promise<PostgresCluster> {
  const user = postgresUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-apps-postgres-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(path.join(programs, program), args, { ...user, cwd: folder, stdio: 'ignore' })
  // Commits reach the kernel in any case, and only the server is killed here, never the machine.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const start = (): void =>
    run('pg_ctl', '-D', data, '-o', settings, '-l', path.join(folder, 'log'), '-w', 'start')
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => signalServer(data, name)
  const stop = (mode: StopMode): void => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop')
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N')
  start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    close: () => {
      try {
        signal('SIGCONT')
        stop('immediate')
      } catch {
        // It is stopped already.
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Freezes or thaws the server on a data folder, with all its processes. */
export function signalServer(data: string, name: 'SIGSTOP' | 'SIGCONT'): void {
  const [server = 0, ...backends] = processesOf(data)
  // The server first when it stops, last when it continues: it starts no backend that is left out.
  for (const pid of name === 'SIGSTOP' ? [server, ...backends] : [...backends, server])
    try {
      process.kill(pid, name)
    } catch {
      // A backend that ended meanwhile.
    }
}

/** The server's process, then those that it has started. */
function processesOf(data: string): number[] {
  const server = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    return parentOf(name) === server ? [Number(name)] : []
  })
  return [server, ...children]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
