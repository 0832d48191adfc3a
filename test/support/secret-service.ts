import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const has = (program: string): boolean => spawnSync('which', [program]).status === 0

/** Why there is no keyring of the system for a test here; `undefined` where there is one. */
export function whyNoSecretService(): string | undefined {
  if (process.platform !== 'linux') return 'only tried on Linux'
  const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program))
  if (missing.length > 0) return `${missing.join(' and ')} missing: apt-get install dbus gnome-keyring`
  const library = new URL('../../node_modules/@napi-rs/keyring/index.js', import.meta.url)
  const loaded = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(fileURLToPath(library))})`])
  return loaded.status === 0 ? undefined : 'the optional package @napi-rs/keyring is not installed'
}

interface SecretService extends AsyncDisposable {
  /** Variables with which programs find it. */
  environment: Record<string, string>
}

/** Starts a Secret Service with an unlocked keyring in this home, or with the locked one that is there. */
export async function startSecretService(home: string, { isLocked = false } = {}): Promise<SecretService> {
  const unlock = isLocked
    ? ''
    : 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null;'
  const child = spawn(
    'dbus-run-session',
    ['--', 'sh', '-c', `${unlock} echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`],
    {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const address = await firstLine(child)
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new TypeError('no output')
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string]
  return line
}
