/**
 * Says each line of the sample as one call of `run_cli_app`, without a shell, and compares what it gives with what bash gave: the
 * status, standard output byte for byte, and the files that it made. Linux, with bubblewrap.
 * Run: npm run bench:one-liners [-- --failures]
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createRuntime } from '../../packages/runtime/src/index.ts'
import sample from '../../test/fixtures/one-liners.json' with { type: 'json' }
import {
  buildRecord,
  createFixtureWorkspace,
  writeSignedRecord,
} from '../../test/support/fixture-workspace.ts'
import { readLine } from './read-line.ts'
import { changedFiles, digestsOf, writeFixtures } from './run-line.ts'

type Line = (typeof sample.lines)[number]

interface Call {
  name: string
  args: string[]
  pipe: { name: string; args: string[] }[]
  stdin_file?: string
  stdout_file?: string
}

/** What only a shell does; the target leaves lines with these out. */
const leftOut = ['glob', 'command substitution', 'variable', 'loop or condition', 'here-document']
const sayable = ['plain', 'pipe', 'several pipes', 'input redirection', 'output redirection']

/** The line as a call; `undefined` where it cannot be said as one. */
function callOf({ line, classes }: Line): Call | undefined {
  if (!classes.every((one) => sayable.includes(one))) return undefined
  const stages: { name: string; args: string[] }[] = []
  const files: Pick<Call, 'stdin_file' | 'stdout_file'> = {}
  for (const { text, place, redirection } of readLine(line).words) {
    if (redirection === '<' && stages.length <= 1) files.stdin_file = text
    else if (redirection === '>') files.stdout_file = text
    else if (redirection !== undefined) return undefined
    else if (place === 0) stages.push({ name: text, args: [] })
    else stages.at(-1)?.args.push(text)
  }
  const [first, ...pipe] = stages
  return first === undefined ? undefined : { ...first, pipe, ...files }
}

const outputFile = 'output'

interface Fault {
  /** `files`: status and output are the same, and files differ, as those that name their author. */
  kind: 'output' | 'files'
  text: string
}

/** How the outcome differs; `undefined` where it is the same. */
async function faultOf(line: Line, call: Call): Promise<Fault | undefined> {
  await using workspace = await createFixtureWorkspace()
  const folder = path.join(workspace.root, 'folder')
  const fixtures = line.fixtures.map(({ path: name, ...rest }) => ({
    path: name,
    content:
      'text' in rest && rest.text !== undefined
        ? Buffer.from(rest.text)
        : Buffer.from(rest.base64 ?? '', 'base64'),
    isExecutable: 'executable' in rest,
  }))
  writeFixtures(folder, fixtures, process.getuid?.() ?? 0)
  const before = digestsOf(folder)
  for (const { name } of [call, ...call.pipe]) await install(workspace, name)
  await using runtime = await createRuntime({
    workspace: workspace.root,
    environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder },
    audit: false,
    sandbox: { policy: 'workspace', network: 'none' },
    effects: { destructive: 'allow' },
  })
  const { name, pipe, stdout_file = `../${outputFile}`, ...rest } = call
  const stages = { name: appName(name), pipe: pipe.map((one) => ({ ...one, name: appName(one.name) })) }
  const arguments_ = { ...rest, ...stages, stdout_file, overwrite: true, working_dir: 'folder', timeout: 20 }
  const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: arguments_ })
  const output = (text: string): Fault => ({ kind: 'output', text })
  if (!result.ok) return output(`${result.error.code}: ${result.error.message}`)
  const raw =
    call.stdout_file === undefined ? await readFile(path.join(workspace.root, outputFile)) : Buffer.alloc(0)
  const stdout = Buffer.from(raw.toString('latin1').replaceAll(folder, '{folder}'), 'latin1')
  const status = result.exit_code ?? `signal ${String(result.signal)}`
  if (status !== line.status)
    return output(
      `status ${String(status)} instead of ${line.status}: ${String(result.stderr).slice(0, 200)}`,
    )
  if (createHash('sha256').update(stdout).digest('hex') !== line.stdout.sha256)
    return output(`output ${JSON.stringify(stdout.toString().slice(0, 120))}`)
  return filesFault(line, changedFiles(before, digestsOf(folder)))
}

/** A name that an app may have. */
const appName = (program: string): string =>
  path
    .basename(program)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'bracket'

async function install(
  workspace: Awaited<ReturnType<typeof createFixtureWorkspace>>,
  name: string,
): Promise<void> {
  const argv = [path.isAbsolute(name) ? name : `/usr/bin/${name}`]
  // The user consented to programs that run others, as with --allow-general.
  const record = { ...buildRecord(appName(name), { argv }), general: 'of the sample' }
  await writeSignedRecord(workspace, record)
}

const ofHome = /^\.(?:cache|gnupg|config|local)\b/

function filesFault({ files: expected }: Line, found: Record<string, string>): Fault | undefined {
  // The home of the shell was this folder; an app has a home of its own.
  const wanted = Object.entries(expected as Record<string, string>).filter(([name]) => !ofHome.test(name))
  const differing = wanted.filter(([name, digest]) => digest !== 'varies' && found[name] !== digest)
  const more = Object.keys(found).filter((name) => !Object.hasOwn(expected, name))
  const names = [...differing.map(([name]) => name), ...more]
  return names.length === 0 ? undefined : { kind: 'files', text: `files ${names.slice(0, 5).join(', ')}` }
}

interface Count {
  lines: number
  output: number
  files: number
}

const outcomes = new Map<string, Count>()
const count = (name: string, fault: Fault | undefined): void => {
  const { lines, output, files } = outcomes.get(name) ?? { lines: 0, output: 0, files: 0 }
  outcomes.set(name, {
    lines: lines + 1,
    output: output + Number(fault?.kind !== 'output'),
    files: files + Number(fault === undefined),
  })
}
const faults: string[] = []
for (const line of sample.lines) {
  if (line.classes.some((one) => leftOut.includes(one))) continue
  const call = callOf(line)
  const fault: Fault | undefined =
    call === undefined ? { kind: 'output', text: 'cannot be said as one call' } : await faultOf(line, call)
  if (fault !== undefined) faults.push(`${line.id} ${line.line}\n    ${fault.text}`)
  for (const name of ['all', line.classes.includes('plain') ? [] : 'all but plain', ...line.classes].flat())
    count(name, fault)
}
console.table(
  [...outcomes].map(([name, { lines, output, files }]) => ({
    class: name,
    lines,
    'same status and output': `${output} (${((100 * output) / lines).toFixed(1)} %)`,
    'and same files': files,
  })),
)
if (process.argv.includes('--failures')) console.log(faults.join('\n'))
