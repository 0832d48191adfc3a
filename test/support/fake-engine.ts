import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

export const podmanInfo = {
  host: {
    serviceIsRemote: false,
    cgroupVersion: 'v2',
    cgroupControllers: ['cpu', 'memory', 'pids'],
    security: { rootless: false },
  },
}

export interface FakeEngine {
  program: string
  /** The folder that it lies in, as `podman`. */
  bin: string
  /** What it was called with, one argv each. */
  calls(): Promise<string[][]>
}

/**
 * A stand-in for the client of a container engine. `run` starts the command as it is, in a session of its own that outlives the
 * client, as a container does; `kill` ends that. It has the one image `box:1`, which `failure` makes it fail to start.
 */
export async function fakeEngine({
  info = podmanInfo,
  failure,
}: {
  info?: object | string
  failure?: { status: number; says: string }
} = {}): Promise<FakeEngine> {
  const bin = path.join(await temporaryFolder(), 'bin')
  await mkdir(bin)
  const program = path.join(bin, 'podman')
  const settings = { bin, info: typeof info === 'string' ? info : JSON.stringify(info), failure }
  await writeFile(program, `#!${process.execPath}\n(${engine.toString()})(${JSON.stringify(settings)})\n`)
  await chmod(program, 0o755)
  return {
    program,
    bin,
    async calls() {
      const text = await readFile(path.join(bin, 'calls'), 'utf8')
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
  }
}

/** Runs in the stand-in, so it refers to nothing outside. */
function engine(settings: { bin: string; info: string; failure?: { status: number; says: string } }): void {
  const fs = process.getBuiltinModule('node:fs')
  const { spawn } = process.getBuiltinModule('node:child_process')
  const [verb = '', ...args] = process.argv.slice(2)
  fs.appendFileSync(`${settings.bin}/calls`, `${JSON.stringify([verb, ...args])}\n`)
  const valuesOf = (option: string): string[] =>
    args.slice(0, args.indexOf('box:1')).filter((_, index) => args[index - 1] === option)
  const fail = ({ status, says }: { status: number; says: string }): never => {
    fs.writeSync(2, `${says}\n`)
    process.exit(status)
  }
  if (verb === 'info') fs.writeSync(1, settings.info)
  if (verb === 'image' && !args.includes('box:1')) fail({ status: 1, says: 'Error: image not known' })
  if (verb === 'kill') process.kill(-Number(fs.readFileSync(`${settings.bin}/${args[0]}`, 'utf8')), 'SIGKILL')
  if (verb !== 'run') return
  if (settings.failure !== undefined) fail(settings.failure)
  const environment = valuesOf('--env').map((word) => {
    const at = word.indexOf('=')
    return at < 0 ? [word, process.env[word]] : [word.slice(0, at), word.slice(at + 1)]
  })
  const child = spawn(valuesOf('--entrypoint')[0] ?? '', args.slice(args.indexOf('box:1') + 1), {
    cwd: valuesOf('--workdir')[0],
    env: Object.fromEntries(environment),
    stdio: 'inherit',
    detached: true,
  })
  fs.writeFileSync(`${settings.bin}/${valuesOf('--name')[0]}`, String(child.pid))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 143)))
}
