import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { greetScript } from './folder-registry.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface FakeManager {
  /** To put before PATH. */
  bin: string
  /** Arguments of every call that changes something, in order. */
  calls: () => Promise<string[]>
  /** Variables that the last such call saw. */
  environment: () => Promise<Record<string, string>>
  /** Answers a question of ours otherwise from now on; the names are those in the scripts. */
  answer: (question: string, text: string) => Promise<void>
}

const note = 'echo "$*" >> "$STATE/calls"; env > "$STATE/environment"'
const put = (folder: string): string => `mkdir -p "${folder}"; cp "$STATE/program" "${folder}/greet"`
const isThere = 'grep -q greet "$STATE/installed"'
const install = `${note}; echo greet > "$STATE/installed"`
const remove = `${note}; : > "$STATE/installed"`

/** What each manager does with the calls that its strategy makes, about one package `greet`. */
const scripts = {
  brew: `case "$1" in
  --prefix) echo "$STATE/opt" ;;
  list) ${isThere} && echo "greet 1.2.3" || exit 1 ;;
  uses) cat "$STATE/users" ;;
  outdated) cat "$STATE/outdated" ;;
  install) ${install}; ${put('$STATE/opt/bin')} ;;
  upgrade) ${note}; : > "$STATE/outdated" ;;
  uninstall) ${remove} ;;
esac`,
  cargo: `${note}; ${put('$4/bin')}`,
  go: `case "$1" in
  version) printf '%s: go1.25\\n\\tpath\\texample.org/greet\\n\\tmod\\texample.org/greet\\tv1.2.3\\th1:main=\\n\\tdep\\texample.org/lib\\tv0.1.0\\t%s\\n' "$3" "$(cat "$STATE/sum")" ;;
  install) ${note}; ${put('$GOBIN')} ;;
esac`,
  winget: `case "$1" in
  list) ${isThere} || exit 20
    printf 'Name  Id         Version Source\\n--------\\nGreet Greet.Greet 1.2.3 %s winget\\n' "$(cat "$STATE/offered")" ;;
  install) ${install}; ${put('$STATE/tools')} ;;
  upgrade) ${note}; : > "$STATE/offered" ;;
  uninstall) ${remove} ;;
esac`,
  scoop: `here="$STATE/scoop/apps/greet/current"
case "$1" in
  prefix) ${isThere} && echo "$here" || exit 1 ;;
  install) ${install}; ${put('$STATE/scoop/shims')}; mkdir -p "$here"; echo '{"version":"1.2.3"}' > "$here/manifest.json" ;;
  update) ${note} ;;
  uninstall) ${remove} ;;
esac`,
  uv: `${note}
case "$1 $2" in
  "venv "*) mkdir -p "$3/bin"; ln -s /bin/sh "$3/bin/python" ;;
  "pip compile") while [ "$1" != --output-file ]; do shift; done; cp "$STATE/compiled" "$2" ;;
  "pip install") while [ "$1" != --requirement ]; do shift; done; grep -q "$(cat "$STATE/served")" "$2" || exit 1
    ${put('$(dirname "$2")/venv/bin')} ;;
esac`,
}

/**
 * A recording stand-in for a package manager that this machine lacks. It knows only the calls that our strategy makes, so
 * that it shows what we ask for and not that the manager would do it.
 */
export async function fakeManager(name: keyof typeof scripts, program = greetScript): Promise<FakeManager> {
  const state = path.join(await temporaryFolder(), 'state of 包管理器')
  const bin = path.join(state, 'tools')
  await mkdir(bin, { recursive: true })
  for (const file of ['installed', 'calls', 'environment', 'users', 'outdated', 'offered', 'sum', 'served'])
    await writeFile(path.join(state, file), '')
  await writeFile(path.join(state, 'program'), program)
  await writeFile(path.join(bin, name), `#!/bin/sh\nSTATE='${state}'\n${scripts[name]}\n`)
  // What it records lies where no sandbox lets it write.
  await writeFile(path.join(bin, 'bwrap'), '#!/bin/sh\nexit 1\n')
  await chmod(path.join(bin, 'bwrap'), 0o755)
  await chmod(path.join(state, 'program'), 0o755)
  await chmod(path.join(bin, name), 0o755)
  const read = (file: string): Promise<string> => readFile(path.join(state, file), 'utf8')
  return {
    bin,
    calls: async () => (await read('calls')).split('\n').filter((line) => line !== ''),
    environment: async () =>
      Object.fromEntries(
        (await read('environment'))
          .split('\n')
          .map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')]),
      ),
    answer: (question, text) => writeFile(path.join(state, question), text),
  }
}
