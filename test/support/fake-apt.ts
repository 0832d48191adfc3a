import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

export interface FakeApt {
  /** To put before PATH. */
  bin: string
  /** Every call that changes something, in order. */
  calls: () => Promise<string[]>
  /** Names of installed packages. */
  installed: () => Promise<string[]>
  /** Makes the next simulation name another package too, or fail. */
  simulate: (answer: 'alone' | 'with-other' | 'fails') => Promise<void>
}

const scripts = {
  'dpkg-query': `name="$4"; grep -qx "$name" "$STATE/installed" && { printf 'installed 1.0-1'; exit 0; }; exit 1`,
  'apt-cache': `printf '%s:\\n  Candidate: 1.0-1\\n' "$3"`,
  dpkg: `printf '/.\\n%s\\n' "$STATE/usr/bin/$2"`,
  sudo: 'shift; exec "$@"',
  'apt-get': `
case " $* " in
  *" --simulate "*)
    case "$(cat "$STATE/simulation")" in
      fails) echo 'E: broken' >&2; exit 100 ;;
      with-other) printf 'Remv greet [1.0-1]\\nRemv other [2.0]\\n' ;;
      *) printf 'Remv greet [1.0-1]\\n' ;;
    esac ;;
  *" install "*) echo "$*" >> "$STATE/calls"; echo greet >> "$STATE/installed" ;;
  *" remove "*) echo "$*" >> "$STATE/calls"; : > "$STATE/installed" ;;
esac`,
}

/**
 * Recording stand-ins for Debian's tools, about one package \`greet\` with the given program. They know only the calls
 * that the apt strategy makes; the tests marked real use the true ones.
 */
export async function fakeApt(program: string): Promise<FakeApt> {
  const state = await temporaryFolder()
  const bin = path.join(state, 'tools')
  await mkdir(bin)
  await mkdir(path.join(state, 'usr/bin'), { recursive: true })
  for (const [name, body] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\nSTATE='${state}'\n${body}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
  await writeFile(path.join(state, 'usr/bin/greet'), program)
  await chmod(path.join(state, 'usr/bin/greet'), 0o755)
  for (const file of ['installed', 'calls', 'simulation']) await writeFile(path.join(state, file), '')
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(path.join(state, file), 'utf8')).split('\n').filter((line) => line !== '')
  return {
    bin,
    calls: () => lines('calls'),
    installed: () => lines('installed'),
    simulate: (answer) => writeFile(path.join(state, 'simulation'), answer),
  }
}
