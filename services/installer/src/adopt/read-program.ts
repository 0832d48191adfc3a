import { CanceledError, type CommandNode, type CommandOption, ProcessError, t, toLine } from '@cli-apps/core'
import { joinOutput, type ProcessResult } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { openWorkFolder } from '../home/work-folder.ts'
import { openProbe, type Probe } from '../probe/probe.ts'
import { readCommandTree } from '../probe/read-commands.ts'
import { warnNoSandbox } from '../run/warn-no-sandbox.ts'

/** What a program prints about itself. */
export interface ProgramFacts {
  commands: CommandNode
  /** The arguments that print its version, and what they print; absent if it prints none. */
  version: PrintedVersion | undefined
}

interface PrintedVersion {
  args: string[]
  /** The version as printed. */
  version: string
  /** A part of the output that is the name of the program. */
  expect: string | undefined
}

/**
 * Asks a program for its help and version, in a sandbox where one works. Throws `ProcessError` `adopt.no-help` for one
 * whose help cannot be read.
 */
export async function readProgram(
  name: string,
  argv: readonly string[],
  context: CommandContext,
): Promise<ProgramFacts> {
  const { environment, signal, config, output } = context
  await warnNoSandbox(context)
  await using work = openWorkFolder(config.home)
  await using probe = await openProbe(argv, { environment, signal, work })
  const progress = output.progress(t('adopt.read-help', 'read the help of {name}', { name }))
  try {
    const commands = await readCommandTree({ entry_point: name }, probe, { ...context, argv })
    if (signal.aborted) throw interrupted(name)
    if (!isReadable(commands)) throw noHelp(name, commands)
    return { commands, version: await printedVersion(name, commands, probe) }
  } finally {
    progress.done()
  }
}

/** Bytes that are no text, and a usage line of one word, are what programs print that read no help option. */
function isReadable({ summary, options, commands, arguments: operands, usage }: CommandNode): boolean {
  const names = [
    ...options.flatMap(({ long, short }) => [...long, ...short]),
    ...commands.map((one) => one.name),
  ]
  if ([summary, ...usage, ...names].join('').includes('\ufffd')) return false
  return names.length + operands.length > 0 || usage.some((line) => line.trim().includes(' '))
}

const noHelp = (name: string, { warnings }: CommandNode): ProcessError =>
  new ProcessError(
    'adopt.no-help',
    t('adopt.no-help', '{name} prints no help that can be read{reason}.', {
      name,
      reason: warnings.length === 0 ? '' : `: ${toLine(warnings.join(' '), 300).replace(/\.$/, '')}`,
    }),
    {
      hint: t(
        'adopt.no-help.hint',
        'Let "{name} --help" print its options, or describe it in a manifest and install that: {cli} install ./{name}.json',
        { name },
      ),
    },
  )

const interrupted = (name: string): CanceledError =>
  new CanceledError(
    'install.canceled',
    t('install.canceled.installing-interrupted', 'Installing {name} was interrupted.', { name }),
  )

async function printedVersion(
  name: string,
  commands: CommandNode,
  probe: Probe,
): Promise<PrintedVersion | undefined> {
  for (const args of versionCalls(commands)) {
    const found = versionIn(await probe.run(args, { timeout: versionMs }), name)
    if (found !== undefined) return { args, ...found }
  }
  return undefined
}

const versionMs = 10_000

/** `--version`, and what else the help says prints the version. */
const versionCalls = ({ options, commands }: CommandNode): string[][] => [
  ['--version'],
  ...options.flatMap((option) => versionFlag(option) ?? []).map((flag) => [flag]),
  ...(commands.some((command) => command.name === 'version') ? [['version']] : []),
]

const versionFlag = ({ short, description, value }: CommandOption): string | undefined =>
  value === null && /\bversion\b/i.test(description) ? short[0] : undefined

function versionIn(
  { exitCode, stdout, stderr }: ProcessResult,
  name: string,
): Pick<PrintedVersion, 'version' | 'expect'> | undefined {
  if (exitCode !== 0) return undefined
  const said = `${joinOutput(stdout)}\n${joinOutput(stderr)}`.split('\n').slice(0, 5).join('\n')
  const version = /\d+(\.\d+)+[0-9A-Za-z.+-]*/.exec(said)?.[0]
  if (version === undefined || version.length > 60) return undefined
  const at = name.length < 3 ? -1 : said.toLowerCase().indexOf(name.toLowerCase())
  return { version, expect: at === -1 ? undefined : said.slice(at, at + name.length) }
}
