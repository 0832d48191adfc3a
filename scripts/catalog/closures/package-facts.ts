import { spawn } from 'node:child_process'
import path from 'node:path'
import { readText, runProcess, writeFileAtomic } from '@cli-apps/core/node'
import { extract } from 'tar-stream'
import * as z from 'zod'
import { scriptCommands, shebangOf } from './script-commands.ts'

/** An executable file of a package. */
const PackageProgram = z.object({
  path: z.string(),
  /** Of a script: the program in its first line, such as `/bin/sh` or `env python3`. */
  interpreter: z.string().optional(),
  /** Names that a shell script calls. */
  commands: z.array(z.string()),
  /** Whether it imports `system` or `popen`, which start `/bin/sh`. */
  callsShell: z.boolean(),
})
export type PackageProgram = z.infer<typeof PackageProgram>

/** What the content of a package says about the root that it needs. */
const PackageFacts = z.object({
  files: z.array(z.string()).describe('Absolute paths, with /bin, /sbin and /lib below /usr'),
  programs: z.array(PackageProgram),
  findsLibraries: z.boolean().describe('Has Python code that asks ldconfig for libraries'),
  postinst: z.string(),
})
export type PackageFacts = z.infer<typeof PackageFacts>

/** Reads a `.deb`, or what an earlier call stored in `folder`. Nothing in it is run. */
export async function readPackageFacts(deb: string, sha256: string, folder: string): Promise<PackageFacts> {
  const file = path.join(folder, `${sha256}.json`)
  const stored = await readText(file)
  if (stored !== undefined) return PackageFacts.parse(JSON.parse(stored))
  const facts = { ...(await readContent(deb)), postinst: await readPostinst(deb) }
  await writeFileAtomic(file, JSON.stringify(facts))
  return facts
}

async function readPostinst(deb: string): Promise<string> {
  const { exitCode, stdout } = await runProcess(['dpkg-deb', '--info', deb, 'postinst'], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    timeout: 60_000,
    keep: { head: 1_000_000, tail: 0 },
  })
  return exitCode === 0 ? stdout.head : ''
}

async function readContent(deb: string): Promise<Omit<PackageFacts, 'postinst'>> {
  const facts: Omit<PackageFacts, 'postinst'> = { files: [], programs: [], findsLibraries: false }
  const child = spawn('dpkg-deb', ['--fsys-tarfile', deb], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  for await (const entry of child.stdout.pipe(extract())) {
    const { name, type, mode = 0 } = entry.header
    const place = mergedPath(name)
    if (type !== 'directory') facts.files.push(place)
    const isProgram = type === 'file' && (mode & 0o111) !== 0 && !/^\/(?:etc|usr\/share\/doc)\//.test(place)
    if (isProgram) facts.programs.push(...programFrom(place, await bytesOf(entry)))
    else if (type === 'file' && place.endsWith('.py') && !place.includes('/ctypes/') && !facts.findsLibraries)
      facts.findsLibraries = (await bytesOf(entry)).includes('find_library(')
    else entry.resume()
  }
  if ((await ended) !== 0) throw new Error(`${deb} could not be read.`)
  return facts
}

/** `./bin/sh` as `/usr/bin/sh`. */
const mergedPath = (name: string): string =>
  name.replace(/^\.?\/?/, '/').replace(/^\/(s?bin|lib\w*)\//, '/usr/$1/')

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function programFrom(place: string, bytes: Buffer): PackageProgram[] {
  if (bytes.subarray(0, 4).toString('latin1') === '\x7fELF') {
    const callsShell = ['\0system\0', '\0popen\0'].some((name) => bytes.includes(name, 0, 'latin1'))
    return [{ path: place, commands: [], callsShell }]
  }
  const interpreter = shebangOf(bytes.subarray(0, 200).toString('latin1'))
  if (interpreter === undefined) return []
  const isShell = /(?:^|[/ ])(?:ba|da)?sh$/.test(interpreter)
  const commands = isShell ? scriptCommands(bytes.toString('utf8')) : []
  return [{ path: place, interpreter, commands, callsShell: false }]
}
