import { CanceledError, ProcessError, toLine } from '@cli-apps/core'
import { joinOutput, proxyNames, runProcess, type Workspace } from '@cli-apps/core/node'
import type * as z from 'zod'
import { toldLine } from './told-line.ts'

/** How to run the installer as a program. */
export interface InstallerSettings {
  /** Starts it; its command and options are appended. */
  argv: readonly string[]
  /** The clean environment, plus the variables that locate its store and registries. */
  environment: Readonly<Record<string, string>>
  workspace: Workspace
}

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that the installer needs. It cleans the environment of its own child processes. */
const ownNames = ['CLI_APPS_HOME', 'CLI_APPS_REGISTRY', 'CLI_APPS_MIRRORS', ...proxyNames]

/** A clean environment, plus what the installer needs of `own`; that may include a proxy's password. */
export const installerEnvironment = (
  clean: Readonly<Record<string, string>>,
  own: Environment,
): Record<string, string> => ({
  ...clean,
  ...Object.fromEntries(
    ownNames.flatMap((name) => {
      const value = own[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
})

/** Building a program takes long in some languages. */
const mostMs = 30 * 60_000
const keep = { head: 4_000_000, tail: 0 }

/**
 * Runs one command of the installer with `--json` in the workspace and validates its result with `schema`. Rethrows its
 * errors with code, message and hint; throws `ProcessError` `install.no-answer` if it prints neither.
 */
export async function runInstaller<Schema extends z.ZodType>(
  args: readonly string[],
  schema: Schema,
  { settings, signal }: { settings: InstallerSettings; signal: AbortSignal },
): Promise<z.output<Schema>> {
  const { argv, environment, workspace } = settings
  const result = await runProcess([...argv, ...args, '--workspace', workspace.root, '--json'], {
    cwd: workspace.root,
    env: environment,
    timeout: mostMs,
    signal,
    keep,
  })
  if (result.canceled)
    throw new CanceledError('install.canceled', 'The installer was ended before it was done.')
  const answer = parseJson(joinOutput(result.stdout))
  if (result.exitCode !== 0) throw await failureOf(answer, joinOutput(result.stderr), result.exitCode)
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw noAnswer('gave no result that is known here', joinOutput(result.stderr))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const noAnswer = (what: string, stderr: string): ProcessError =>
  new ProcessError(
    'install.no-answer',
    `The installer ${what}: ${toLine(stderr.slice(-2000), 500) || 'no word'}`,
    {
      hint: 'The host program sets the installer in its option `installer`; tell the user.',
    },
  )

/** The installer's own error, shortened. */
async function failureOf(answer: unknown, stderr: string, status: number | null): Promise<Error> {
  const { ErrorDocument } = await import('@cli-apps/core/results')
  const parsed = ErrorDocument.safeParse(answer)
  if (!parsed.success) return noAnswer(`ended with ${status ?? 'a signal'}`, stderr)
  const { code, message, hint, issues } = parsed.data.error
  return new ProcessError(toLine(code, 100), toldLine(message, 1000), {
    ...(hint !== undefined && { hint: toldLine(hint, 500) }),
    ...(issues && {
      issues: issues
        .slice(0, 10)
        .map((issue) => ({ path: toldLine(issue.path, 200), message: toldLine(issue.message, 300) })),
    }),
  })
}
