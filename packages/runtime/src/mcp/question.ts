import { toLine } from '@cli-apps/core'
import type { ElicitInputParams } from '@modelcontextprotocol/server'
import type { ConfirmationRequest } from '../confirm/confirmation-request.ts'

/** What a person is able to read before he agrees. */
const mostCharacters = 4000

/**
 * What a person is asked before a call is run: exactly what it would do and where. `undefined` for a call too long to
 * be read: nobody agrees to what he has not seen. `plan` has a line for each thing that the call would do, where it is known.
 */
export function questionOf(
  request: ConfirmationRequest,
  plan: readonly string[] = [],
): ElicitInputParams | undefined {
  const { tool, effect, summary, app, args, working_dir } = request
  const facts = [
    `Effect: ${effect}`,
    ...(args === undefined ? [] : [`Arguments: ${visible(args)}`]),
    ...(working_dir === undefined ? [] : [`Folder: ${visible(working_dir)}`]),
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

/** As JSON, with every character that is no letter, mark, sign or plain space written out. */
const visible = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
