import { cliCall, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { createRuntime, type Runtime, type SavedOutput } from '@cli-apps/runtime'
import { type Command, type CommandResult, textOption } from '../../command.ts'
import { tableText } from '../../ui/table.ts'
import type { RunsResult } from './runs-result.ts'

/** Characters of one answer: a person pages, so that much more fits than for a model. */
const outputCharacters = 10_000_000

export const runs: Command<RunsResult> = {
  summary: 'List and show the saved output of runs',
  usage: '[list] | show <run-id>',
  completes: [['list', 'show'], []],
  options: {
    stderr: { type: 'boolean', description: 'Show the error output' },
    lines: { type: 'string', value: 'FROM-TO', description: 'Show only these lines, such as 10-20 or 10-' },
    match: { type: 'string', value: 'TEXT', description: 'Show only lines with this text, with numbers' },
    query: { type: 'string', value: 'JMESPATH', description: 'Show only what this selects of JSON output' },
  },
  async run([verb = 'list', id, ...more], options, { workspace, environment }) {
    await using runtime = await createRuntime({
      workspace: workspace.root,
      environment,
      audit: false,
      outputCharacters,
    })
    if (verb === 'list' && id === undefined) return listRuns(runtime.runs)
    if (verb === 'show' && id !== undefined && more.length === 0) return showRun(id, runtime.runs, options)
    throw new UsageError('cli.bad-runs', t('cli.bad-runs', 'Expected a subcommand: runs <list|show>.'), {
      hint: `${cliCall()} runs ${runs.usage}`,
    })
  },
}

async function listRuns(saved: Runtime['runs']): Promise<CommandResult<RunsResult>> {
  const list = await saved.list()
  if (list.length === 0)
    return {
      value: { runs: list },
      text: t('runs.none', 'No output is saved in this workspace. It is saved when a result was cut.'),
    }
  const rows = list.map(({ run_id, app, begun_at, stdout, stderr }) => [
    run_id,
    begun_at,
    app,
    t('runs.bytes', '{bytes} bytes', { bytes: stdout + stderr }),
  ])
  return { value: { runs: list }, text: tableText(rows) }
}

async function showRun(
  id: string,
  saved: Runtime['runs'],
  options: OptionValues,
): Promise<CommandResult<RunsResult>> {
  const match = textOption(options, 'match')
  const query = textOption(options, 'query')
  const output = await saved.read({
    run_id: id,
    stream: options.stderr === true ? 'stderr' : 'stdout',
    ...linesOf(textOption(options, 'lines')),
    ...(match !== undefined && { match }),
    ...(query !== undefined && { query }),
  })
  return { value: output, text: textOf(output), isVerbatim: true }
}

function textOf(output: SavedOutput): string {
  const text = 'json' in output ? JSON.stringify(output.json, null, 2) : (output.text ?? '')
  if (output.omitted === 0) return text
  const note = t('runs.omitted', '… {omitted} characters left out …', { omitted: output.omitted })
  return `${text.trimEnd()}\n${note}`
}

/** Throws `UsageError` `cli.bad-lines`. */
function linesOf(text: string | undefined): { lines?: { from?: number; to?: number } } {
  if (text === undefined) return {}
  const [, from, dash, to] = /^([1-9]\d{0,9})?(-)?([1-9]\d{0,9})?$/.exec(text) ?? []
  if (from === undefined && to === undefined)
    throw new UsageError(
      'cli.bad-lines',
      t('cli.bad-lines', '--lines {text} is not a range.', { text: JSON.stringify(text) }),
      { hint: t('cli.bad-lines.hint', 'Use a line, or the first and last one: 5, 10-20, 10- or -20.') },
    )
  const last = dash === undefined ? from : to
  return {
    lines: {
      ...(from !== undefined && { from: Number(from) }),
      ...(last !== undefined && { to: Number(last) }),
    },
  }
}
