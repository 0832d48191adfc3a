import { open } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, NotFoundError, t, UsageError } from '@cli-apps/core'
import { isMissing } from '@cli-apps/core/node'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { readInput } from '../ui/prompt.ts'

const mostBytes = 1_000_000

const ToolInput = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/**
 * Returns the value of `--input`: JSON, `-` for standard input, or `@` and a file; an empty object if absent. Throws an
 * `AppError` if it cannot be read, is too long or is not a JSON object.
 */
export async function readToolInput(
  given: string | undefined,
  context: Pick<CommandContext, 'cwd' | 'signal'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (given === undefined) return {}
  const input = ToolInput.safeParse(jsonOf(await textOf(given, context)))
  if (input.success) return input.data
  throw notJson(t('read-tool-input.not-json-object', 'is not a JSON object'))
}

async function textOf(given: string, context: Pick<CommandContext, 'cwd' | 'signal'>): Promise<string> {
  if (given === '-') return readInput(context)
  return given.startsWith('@') ? readFile(path.resolve(context.cwd, given.slice(1))) : given
}

async function readFile(file: string): Promise<string> {
  try {
    await using handle = await open(file)
    if ((await handle.stat()).isDirectory())
      throw new UsageError('cli.no-file', t('cli.no-file', '{file} is a folder.', { file }))
    // The size of a pipe or device is unknown, so the bytes are counted.
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of handle.createReadStream({ end: mostBytes })) {
      chunks.push(chunk as Uint8Array)
      length += (chunk as Uint8Array).length
    }
    if (length > mostBytes)
      throw new UsageError(
        'cli.long-input',
        t('cli.long-input', '{file} has more than {mostBytes} bytes.', { file, mostBytes }),
      )
    return Buffer.concat(chunks).toString('utf8')
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new NotFoundError('cli.no-file', t('manifest.no-file', 'File not found: {file}.', { file }), {
      cause,
    })
  }
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') throw notJson(t('read-tool-input.empty', 'is empty'))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(
      t('read-tool-input.not-valid-json', 'is not valid JSON: {reason}', {
        reason: cause instanceof Error ? cause.message : String(cause),
      }),
      cause,
    )
  }
}

const notJson = (what: string, cause?: unknown): InvalidError =>
  new InvalidError('tool.bad-input', t('tool.bad-input.input', 'The input {what}.', { what }), {
    hint: t(
      'tool.bad-input.hint.pass-object-such-as',
      'Pass an object, such as --input {example}, - for standard input, or @file.',
      { example: `'{"name": "value"}'` },
    ),
    cause,
  })
