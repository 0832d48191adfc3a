import { toLine } from '@cli-apps/core'
import type { ElicitInputParams } from '@modelcontextprotocol/server'
import type { ConfirmationRequest } from '../../confirm/confirmation-request.ts'

/** Maximum length that a person can be expected to read before confirming. */
const mostCharacters = 4000

/**
 * Returns the question for a person before a call runs: exactly what it would do, and where. `undefined` if it is too
 * long to read, since nobody can confirm what they have not seen. `plan` contains a line per effect of the call, if
 * known; `page` is an address to open first.
 */
export function questionOf(
  request: ConfirmationRequest,
  { plan = [], page }: { plan?: readonly string[] | undefined; page?: string | undefined } = {},
): ElicitInputParams | undefined {
  const { tool, effect, summary, app, args, pipe = [], stdout_file, working_dir } = request
  const facts = [
    `Effect: ${effect}`,
    ...(args === undefined ? [] : [`Arguments: ${visible(args)}`]),
    ...pipe.map((stage) => `Piped into ${stage.app}: ${visible(stage.args)}`),
    ...(stdout_file === undefined ? [] : [`Output to: ${visible(stdout_file)}`]),
    ...(request.arguments === undefined ? [] : [`Arguments: ${visible(request.arguments)}`]),
    ...(working_dir === undefined ? [] : [`Folder: ${visible(working_dir)}`]),
    ...(page === undefined ? [] : ['Open this page in your browser, and answer afterwards:', page]),
    ...(plan.length === 0 ? [] : ['Plan:', ...plan.map((line) => `- ${toLine(line, 400)}`)]),
  ]
  const isRun = tool === 'run_cli_app' && app !== undefined
  const message = [isRun ? `Run ${app}?` : `Let ${tool} do this? ${summary}`, ...facts].join('\n')
  if (message.length > mostCharacters) return undefined
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: { yes: { type: 'boolean', title: 'Yes, do exactly this, once' } },
      required: ['yes'],
    },
  }
}

/** As JSON, with every character escaped that is not a letter, mark, symbol or plain space. */
const visible = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
