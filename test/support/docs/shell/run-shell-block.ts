import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createMachine, type Machine, programArgvOf } from '../../cli.ts'
import { processesCalled } from '../../processes-called.ts'
import { processesWith } from '../../processes-with.ts'
import type { CodeBlock } from '../code-blocks.ts'
import type { DocsRegistry } from './docs-registry.ts'
import { prepare, publishedBy } from './needs.ts'
import type { Place } from './place.ts'
import { answers, endings, type Reply, visit } from './replies.ts'
import { type ShellLine, shellLines } from './shell-lines.ts'
import { openShell, type ShellSession, type Typed } from './shell-session.ts'
import { sourcesOf } from './small-apps.ts'
import { standIns } from './stand-ins.ts'

/**
 * Runs a block line by line, as a person types it at a terminal. Throws for the first line that fails, with what the
 * terminal showed.
 */
export async function runShellBlock(block: CodeBlock, registry: DocsRegistry): Promise<void> {
  await registry.refresh(publishedBy(block))
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registry.url,
    ...(await sourcesOf(registry.catalog)),
  })
  const token = await registry.token('ann', 'publish:*', 'yank:*', 'owners:*')
  machine.environment.TOKEN = token
  await addPrograms(machine)
  const place: Place = { machine, registry, token, printed: '', names: [] }
  try {
    await prepare(block, place)
    await typeLines(shellLines(block.text, block.at), place)
  } finally {
    // Services, jobs, and what reads help in the background.
    for (const pid of await processesWith(machine.home)) endProcess(pid)
  }
}

async function typeLines(lines: readonly ShellLine[], place: Place): Promise<void> {
  const terminals = [await openShell(place.machine)]
  const staying: { line: ShellLine; typed: Promise<Typed> }[] = []
  try {
    for (const [index, line] of lines.entries()) {
      const [shell] = terminals
      if (shell === undefined) throw new Error('no terminal')
      if (/in a second terminal/u.test(lines[index + 1]?.comment ?? '')) {
        staying.push({ line, ...(await keepRunning(shell, line, place)) })
        terminals.unshift(await openShell(place.machine))
      } else {
        const replies = [...endings(line.text), visit, ...answers(tokenIn(place.printed) ?? place.token)]
        const typed = await shell.type(filledIn(line, place), replies).catch((error) => fail(line, error))
        check(line, typed)
        place.printed += typed.shown
        await untilRead(place)
      }
    }
    for (const shell of terminals.slice(1)) shell.press(interrupt)
    for (const { line, typed } of staying) check(line, await typed)
  } finally {
    await Promise.all(terminals.map((shell) => shell.close()))
  }
}
const interrupt = '\u0003'

/** Types a line that stays, and resolves when it shows that it is ready. */
async function keepRunning(
  shell: ShellSession,
  line: ShellLine,
  place: Place,
): Promise<{ typed: Promise<Typed> }> {
  const [ending] = endings(line.text)
  if (ending === undefined) throw new Error(`${line.at}: nothing is known to show that it is ready`)
  return new Promise((resolve, reject) => {
    // In an object, since a promise that resolves with a promise would wait for it.
    const ready: Reply = { ...ending, keys: () => void resolve({ typed }) }
    const typed = shell.type(filledIn(line, place), [ready])
    typed.then(({ shown }) => reject(new Error(`${line.at} ended before it was ready:\n${shown}`)), reject)
  })
}

/** Waits until the help of installed apps was read: a command that is planned meanwhile may be refused. */
async function untilRead({ machine: { workspace } }: Place): Promise<void> {
  const reader = ['skill', 'finish', '--workspace', workspace].join('\0')
  while ((await processesCalled(reader)).length > 0) await setTimeout(100)
}

/** The line with what its addresses and names stand for here. */
const filledIn = ({ text }: ShellLine, place: Place): string =>
  standIns(place).reduce((line, [words, instead]) => line.replace(words, instead), text)

function check(line: ShellLine, { status, shown, replied }: Typed): void {
  // A program that a person interrupts may say so.
  const isInterrupted = status === 130 && replied.includes('end')
  if (status !== 0 && !isInterrupted) throw new Error(`${line.at} ended with ${status}:\n${shown}`)
  if (/\basks\b/u.test(line.comment) && replied.length === 0)
    throw new Error(`${line.at} asks nothing:\n${shown}`)
}

function fail({ at }: ShellLine, error: unknown): never {
  throw new Error(`${at} ${error instanceof Error ? error.message : String(error)}`)
}

/** A token that a line printed. */
const tokenIn = (printed: string): string | undefined => /\bcliapps_[\w-]+/u.exec(printed)?.[0]

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

const exec = (program: Parameters<typeof programArgvOf>[0]): string =>
  `exec ${programArgvOf(program)
    .map((word) => `'${word}'`)
    .join(' ')}`

const scripts = {
  'cli-apps': `${exec('cli-apps')} "$@"`,
  // The usual port may be in use, and publishing the catalog takes most of a minute.
  'cli-apps-registry': `[ "$1" = serve ] && set -- "$@" --port 0 --no-seed\n${exec('cli-apps-registry')} "$@"`,
  // npx itself takes half a second a call; the quickstart and the tests of the packed installer use it.
  npx: 'exec "$@"',
  curl: 'PATH="${PATH#*:}" exec curl --silent --show-error --fail-with-body "$@"',
}

/** Puts the programs of the documents on PATH. */
async function addPrograms({ home, environment }: Machine): Promise<void> {
  const bin = path.join(home, 'programs')
  await mkdir(bin)
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
  environment.PATH = [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':')
}
