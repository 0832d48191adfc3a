import { t } from '@cli-apps/core'
import * as z from 'zod/mini'

/** The limit of Linux for one argument, and a total that leaves space for the environment. */
const argumentBytes = 131_071
const totalBytes = 1_000_000

/** What `stdin` may hold; more goes into a file. */
const inputBytes = 1_048_576

/** Programs of one call. */
const mostStages = 8

const Text = z.string().check(
  z.refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: () => t('grants-file.text-without-nul', 'must be text without NUL'),
  }),
)

/** Models write `5` and `true` as JSON when they mean arguments. */
const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const Argument = Text.check(
  z.refine((text) => Buffer.byteLength(text) <= argumentBytes, {
    error: () =>
      t('run-cli-app.argument-bytes', 'must have at most {argumentBytes} bytes', { argumentBytes }),
  }),
)

/** Arguments of one program. */
export const Arguments = z.array(z.pipe(z.transform(asText), Argument)).check(
  z.maxLength(1000),
  z.refine(
    (args: string[]) => args.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0) <= totalBytes,
    {
      error: () =>
        t(
          'run-cli-app.total-bytes',
          'must have at most {totalBytes} bytes together; put the text into a file',
          { totalBytes },
        ),
    },
  ),
)

/** Taken as it is: the command's own schema reads it, and a record would drop a key such as `__proto__` unseen. */
const CommandInput = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: () => t('check-input.must-object', 'must be an object') },
  )
  .check(z.meta({ type: 'object' }))

/** Seconds that a run may take while a call waits for it, and as a job that nobody waits for. */
const longestRun = 600
const longestJob = 86_400
const usualJob = 3600

/** Seconds that a job has when the call does not say: what the app wants if that is more than usual. */
export const jobTimeout = (timeout: number | undefined): number => Math.max(timeout ?? 0, usualJob)

/** One program and what it is called with. */
const stage = {
  name: z.string(),
  program: z.optional(Text),
  args: z.optional(Arguments),
  command: z.optional(Text),
  input: z.optional(CommandInput),
}

/** What the description says once is not said again of each program of `pipe`: every agent pays for it. */
const call = {
  name: stage.name,
  program: stage.program.check(z.describe('Of the app')),
  args: stage.args.check(z.describe('One item each, without quoting')),
  command: stage.command.check(z.describe('Instead of args: words of a command')),
  input: stage.input.check(z.describe('Of command')),
}

const Stage = z.strictObject(stage)

/** A call of one program, or of one whose output the programs of `pipe` read, one after the other. */
export const RunCliAppInput = z
  .strictObject({
    ...call,
    stdin: z.optional(z.string()),
    stdin_encoding: z.optional(z.enum(['utf8', 'base64'])),
    stdin_file: z.optional(Text).check(z.describe('Instead of stdin: a file')),
    pipe: z
      .optional(
        z.array(Stage).check(
          z.maxLength(mostStages - 1, {
            error: () =>
              t('run-cli-app.stages', 'must have at most {most} programs after the first', {
                most: mostStages - 1,
              }),
          }),
        ),
      )
      .check(z.describe('Programs after this one: each reads what the one before it prints')),
    stdout_file: z.optional(Text).check(z.describe('Gets standard output')),
    overwrite: z.optional(z.boolean()),
    json: z.optional(z.boolean()).check(z.describe('Asks the app for JSON')),
    query: z
      .optional(z.string().check(z.maxLength(2000)))
      .check(z.describe('JMESPath: returns only this of JSON output')),
    working_dir: z.optional(Text).check(z.describe('Folder in the workspace; files are relative to it')),
    timeout: z
      .optional(z.number().check(z.minimum(1), z.maximum(longestJob)))
      .check(z.describe(`Seconds, at most ${longestRun}`)),
    background: z.optional(z.boolean()).check(z.describe('Returns a job that continues')),
  })
  .check(
    z.refine(({ timeout = 0, background = false }) => background || timeout <= longestRun, {
      path: ['timeout'],
      error: () =>
        t('run-cli-app.timeout', 'must be at most {longestRun}; with background, {longestJob}', {
          longestRun,
          longestJob,
        }),
    }),
    z.superRefine(({ json = false, query, stdout_file }, context) => {
      if (stdout_file === undefined) return
      const message = t('run-cli-app.json-in-file', 'must be absent with stdout_file, which gets the output')
      if (json) context.addIssue({ code: 'custom', path: ['json'], message })
      if (query !== undefined) context.addIssue({ code: 'custom', path: ['query'], message })
    }),
    z.superRefine(({ stdin, stdin_encoding }, context) => {
      const message = stdin === undefined ? undefined : inputFault(stdin, stdin_encoding)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['stdin'], message })
    }),
  )
export type RunCliAppInput = z.output<typeof RunCliAppInput>

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function inputFault(text: string, encoding: 'utf8' | 'base64' = 'utf8'): string | undefined {
  if (encoding === 'base64' && !base64.test(text)) return t('run-cli-app.base64', 'must be base64')
  if (!text.isWellFormed())
    return t('run-cli-app.well-formed', 'must be text; pass bytes as base64 with stdin_encoding')
  if (Buffer.byteLength(text, encoding) <= inputBytes) return undefined
  return t('run-cli-app.input-bytes', 'must have at most {inputBytes} bytes; use stdin_file for more', {
    inputBytes,
  })
}
