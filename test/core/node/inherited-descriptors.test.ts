import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const entry = fileURLToPath(new URL('../../../packages/core/dist/node/index.js', import.meta.url))

/** Prints where each of its descriptors leads, from 3 on. */
const listing = `
  const fs = require('node:fs')
  const told = fs.readdirSync('/proc/self/fd').flatMap((name) => {
    try { return Number(name) > 2 && (parseInt(/flags:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/fdinfo/' + name, 'latin1'))[1], 8) & 0o2000000) === 0 ? [fs.readlinkSync('/proc/self/fd/' + name)] : [] } catch { return [] }
  })
  process.stdout.write(JSON.stringify([...new Set(told)]))`

const starts = {
  runProcess: `
    const { stdout } = await core.runProcess([process.execPath, '-e', listing], { cwd: '/', env: {} })
    console.log(stdout.head)`,
  startPipedProcess: `
    const child = await core.startPipedProcess([process.execPath, '-e', listing], { cwd: '/', env: {}, onStderr: () => {} })
    for await (const chunk of child.stdout) process.stdout.write(chunk)
    await child.stop()`,
  startDetached: `
    const note = process.argv[1]
    const child = await core.startDetached([process.execPath, '-e', listing.replace('process.stdout.write(', 'fs.writeFileSync(process.argv[1], '), note], { cwd: '/', env: {} })
    await child.handOver('')
    const fs = await import('node:fs')
    while (!fs.existsSync(note) || fs.readFileSync(note, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 10))
    process.stdout.write(fs.readFileSync(note))`,
  streamProcess: `
    for await (const chunk of core.streamProcess([process.execPath, '-e', listing], { env: {}, signal: new AbortController().signal }))
      process.stdout.write(chunk)`,
}

/** What a program sees that is started by a process whose caller had `/etc/passwd` open as descriptors 20 and 300. */
async function seenBy(start: string): Promise<string> {
  const note = path.join(await temporaryFolder(), 'note')
  const script = `
    const core = await import(${JSON.stringify(pathToFileURL(entry).href)})
    const listing = ${JSON.stringify(listing)}
    ${start}`
  const open = openSync('/etc/passwd', 'r')
  const stdio = Array.from({ length: 301 }, (_, at) => (at === 20 || at === 300 ? open : ('ignore' as const)))
  const argv = ['--input-type=module', '-e', script, '--', note]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit', ...stdio.slice(3)] })
  let told = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    told += chunk.toString()
  })
  await once(child, 'close')
  closeSync(open)
  return told.trim()
}

describe.skipIf(process.platform !== 'linux')('a descriptor that our caller had open', () => {
  it.each(Object.entries(starts))('does not reach what %s starts', async (_, start) => {
    expect(await seenBy(start)).toBe('["/dev/null"]')
  })
})
