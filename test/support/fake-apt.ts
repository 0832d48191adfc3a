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
  simulate: (answer: 'alone' | 'with-companion' | 'with-replaced' | 'with-other' | 'fails') => Promise<void>
  /** From now on a person wants this package, whatever it came with. */
  want: (name: string) => Promise<void>
  /** Version that the package lists offer; an update to it gives a program one patch newer. */
  offer: (version: string) => Promise<void>
  /** From now on `apt-cache policy` answers with this, as it does for a name that it takes for a pattern. */
  match: (policies: string) => Promise<void>
  /** From now on the simulation of an install selects these lines of `Inst`. */
  select: (lines: string) => Promise<void>
  /** From now on sudo asks for a password. */
  demandPassword: () => Promise<void>
}

const scripts = {
  'dpkg-query': `name="$4"; grep -qx "$name" "$STATE/installed" && { printf 'installed %s' "$(cat "$STATE/version")"; exit 0; }; exit 1`,
  'apt-cache': `[ -s "$STATE/matches" ] && { cat "$STATE/matches"; exit 0; }; printf '%s:\\n  Candidate: %s\\n' "$3" "$(cat "$STATE/candidate")"`,
  'apt-mark': `shift; for name; do grep -qx "$name" "$STATE/manual" || echo "$name"; done`,
  dpkg: `printf '/.\\n%s\\n' "$STATE/usr/bin/$2"`,
  sudo: `case "$(cat "$STATE/sudo")" in
  asks) echo 'sudo: a password is required' >&2; exit 1 ;;
  *) shift; exec "$@" ;;
esac`,
  'apt-get': `
case " $* " in
  *" --simulate install "*) [ -s "$STATE/selects" ] && { cat "$STATE/selects"; exit 0; }; printf 'Inst libc6 [2.36-9] (2.36-10 Debian:13 [amd64])\\nInst libgreet1 (1.0 Debian:13 [amd64])\\nInst greet (1.0-1 Debian:13 [amd64])\\n' ;;
  *" --print-uris install "*) printf "'http://deb.test/libgreet1.deb' libgreet1.deb 40000 SHA256:x\\n'http://deb.test/greet.deb' greet.deb 1200000 SHA256:y\\n" ;;
  *" --simulate "*)
    case "$(cat "$STATE/simulation")" in
      fails) echo 'E: broken' >&2; exit 100 ;;
      with-companion) printf 'Remv greet [1.0-1]\\nRemv libgreet1 [1.0]\\n' ;;
      with-replaced) printf 'Remv greet [1.0-1]\\nRemv libc6 [2.36-10]\\n' ;;
      with-other) printf 'Remv greet [1.0-1]\\nRemv other [2.0]\\n' ;;
      *) printf 'Remv greet [1.0-1]\\n' ;;
    esac ;;
  *" --only-upgrade "*)
    echo "$*" >> "$STATE/calls"; cp "$STATE/candidate" "$STATE/version"; cp -p "$STATE/newer" "$STATE/usr/bin/greet" ;;
  *" install "*) echo "$*" >> "$STATE/calls"; echo greet >> "$STATE/installed"; cp -p "$STATE/greet" "$STATE/usr/bin/greet" ;;
  *" remove "*) echo "$*" >> "$STATE/calls"; rm -f "$STATE/usr/bin/greet"; : > "$STATE/installed" ;;
esac`,
}

/**
 * Recording stand-ins for Debian's tools, about one package \`greet\` with the given program. They know only the calls
 * that the apt strategy makes; the tests marked real use the true ones. In a folder of the caller's, or of the test's.
 */
export async function fakeApt(program: string, folder?: string): Promise<FakeApt> {
  const state = folder ?? (await temporaryFolder())
  const bin = path.join(state, 'tools')
  await mkdir(bin)
  await mkdir(path.join(state, 'usr/bin'), { recursive: true })
  for (const [name, body] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\nSTATE='${state}'\n${body}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
  const newer = program.replaceAll('1.2.3', '1.2.4')
  for (const file of ['greet', 'newer', 'usr/bin/greet']) {
    await writeFile(path.join(state, file), file === 'newer' ? newer : program)
    await chmod(path.join(state, file), 0o755)
  }
  for (const file of ['installed', 'calls', 'simulation', 'sudo', 'manual', 'matches', 'selects'])
    await writeFile(path.join(state, file), '')
  for (const file of ['candidate', 'version']) await writeFile(path.join(state, file), '1.0-1')
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(path.join(state, file), 'utf8')).split('\n').filter((line) => line !== '')
  return {
    bin,
    calls: () => lines('calls'),
    installed: () => lines('installed'),
    simulate: (answer) => writeFile(path.join(state, 'simulation'), answer),
    want: (name) => writeFile(path.join(state, 'manual'), `${name}\n`),
    offer: (version) => writeFile(path.join(state, 'candidate'), version),
    match: (policies) => writeFile(path.join(state, 'matches'), policies),
    select: (lines) => writeFile(path.join(state, 'selects'), lines),
    demandPassword: () => writeFile(path.join(state, 'sudo'), 'asks'),
  }
}
