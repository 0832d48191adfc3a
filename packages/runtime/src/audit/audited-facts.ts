import { toLine } from '@cli-apps/core'
import type { PreparedCall } from '../tools/tool.ts'
import type { AuditEntry } from './audit-log.ts'
import { withoutSecretArguments } from './redact-arguments.ts'

const longestArgument = 500
const mostArguments = 100

/** Returns the parts of a call that are recorded: arguments are limited in length, secrets redacted. */
export function auditedFacts({
  effect,
  app,
  program,
  args,
  pipe,
  stdoutFile,
  workingDir,
  secrets = [],
}: PreparedCall): Pick<
  AuditEntry,
  'effect' | 'app' | 'program' | 'args' | 'pipe' | 'stdout_file' | 'working_dir'
> {
  const audited = (words: readonly string[]): string[] =>
    withoutSecretArguments(words.slice(0, mostArguments), secrets).map((arg) => toLine(arg, longestArgument))
  return {
    effect,
    ...(app !== undefined && { app }),
    ...(program !== undefined && { program }),
    ...(args && { args: audited(args) }),
    ...(pipe && { pipe: pipe.map((stage) => ({ ...stage, args: audited(stage.args) })) }),
    ...(stdoutFile !== undefined && { stdout_file: toLine(stdoutFile, longestArgument) }),
    ...(workingDir !== undefined && { working_dir: workingDir }),
  }
}
