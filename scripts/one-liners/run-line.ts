import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { FixtureFile } from './choose-fixtures.ts'

export interface LineRun {
  status: number
  isTimedOut: boolean
  stdout: Buffer
  stderr: string
  /** What the line created or changed, by path; a removed file has the digest `removed`. */
  files: Record<string, string>
}

const nobody = 65534
const limit = 10_000
const largestOutput = 4 * 1024 * 1024
const fixtureTime = new Date('2024-01-02T00:00:00Z')

/**
 * Runs in a file system, a process list and a network of its own, as nobody. The second run has another folder, host
 * name and process ids, so that a line that prints one of them gives another output.
 */
const enter = `
mount --bind "$1" /mnt && mount -t tmpfs tmpfs /tmp && chmod 1777 /tmp && mkdir "/tmp/$2" && mount --move /mnt "/tmp/$2" || exit 125
hostname "$2"; cd "/tmp/$2" || exit 125
for each in $3; do /bin/true; done
env -i LC_ALL=C.UTF-8 TZ=UTC PATH=/usr/bin:/bin HOME="/tmp/$2" setpriv --reuid ${nobody} --regid ${nobody} --clear-groups --no-new-privs bash -c "ulimit -f 300000 -c 0 -u 400; umask 022; unset OLDPWD; exec bash -c \\"\\$1\\"" bash "$4"
status=$?; [ "$5" ] && sleep 1; exit $status`

/** Runs a line with bash in a new folder with the fixtures; `turn` is 1 or 2. */
export async function runLine(
  line: string,
  fixtures: readonly FixtureFile[],
  folder: string,
  turn: 1 | 2,
): Promise<LineRun> {
  writeFixtures(folder, fixtures, nobody)
  const before = digestsOf(folder)
  const name = turn === 1 ? 'line-first' : 'line-again'
  const pids = turn === 1 ? '' : '1 2 3 4 5 6 7'
  const flags = [
    '--mount',
    '--net',
    '--pid',
    '--uts',
    '--ipc',
    '--fork',
    '--kill-child',
    '--mount-proc',
    '--',
  ]
  const ran = await collect('unshare', [
    ...flags,
    'sh',
    '-c',
    enter,
    'sh',
    folder,
    name,
    pids,
    line,
    /&\s*(?:$|[^&>\d])/.test(line) ? '1' : '',
  ])
  const files = changedFiles(before, digestsOf(folder))
  const hide = (text: string): string => text.replaceAll(`/tmp/${name}`, '{folder}')
  return {
    ...ran,
    files,
    stdout: Buffer.from(hide(ran.stdout.toString('latin1')), 'latin1'),
    stderr: hide(ran.stderr),
  }
}

/** `owner` is the id of a user and of a group. */
export function writeFixtures(folder: string, fixtures: readonly FixtureFile[], owner: number): void {
  mkdirSync(folder, { recursive: true })
  for (const { path: name, content, isExecutable } of fixtures) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
    chmodSync(file, isExecutable ? 0o755 : 0o644)
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().reverse()) {
    lchownSync(path.join(folder, entry), owner, owner)
    lutimesSync(path.join(folder, entry), fixtureTime, fixtureTime)
  }
  chownSync(folder, owner, owner)
  lutimesSync(folder, fixtureTime, fixtureTime)
}

/** What was created, changed or removed, by path. */
export function changedFiles(
  before: Record<string, string>,
  after: Record<string, string>,
): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [file, digest] of Object.entries(after)) if (before[file] !== digest) files[file] = digest
  for (const file of Object.keys(before)) if (!(file in after)) files[file] = 'removed'
  return files
}

/** What is in a folder, by path. */
export function digestsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(entries.map((entry) => [entry, digestOf(path.join(folder, entry))]))
}

function digestOf(file: string): string {
  const stat = lstatSync(file)
  const mode = (stat.mode & 0o777).toString(8)
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(file)}`
  if (stat.isDirectory()) return `folder ${mode}`
  if (!stat.isFile()) return `special ${mode}`
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}${stat.mode & 0o111 ? ' executable' : ''}`
}

function collect(program: string, args: string[]): Promise<Omit<LineRun, 'files'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, cwd: '/' })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    let size = 0
    let isTimedOut = false
    const stop = (): void => {
      isTimedOut = true
      child.kill('SIGKILL')
    }
    const timer = setTimeout(stop, limit)
    const take = (into: Buffer[]) => (part: Buffer) => {
      size += part.length
      if (size > largestOutput) stop()
      else into.push(part)
    }
    child.stdout.on('data', take(output))
    child.stderr.on('data', take(errors))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({
        status: code ?? 137,
        isTimedOut,
        stdout: Buffer.concat(output),
        stderr: Buffer.concat(errors).toString('utf8'),
      })
    })
  })
}
