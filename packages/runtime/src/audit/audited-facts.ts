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
  args,
  workingDir,
  secrets = [],
}: PreparedCall): Pick<AuditEntry, 'effect' | 'app' | 'args' | 'working_dir'> {
  return {
    effect,
    ...(app !== undefined && { app }),
    ...(args && {
      args: withoutSecretArguments(args.slice(0, mostArguments), secrets).map((arg) =>
        toLine(arg, longestArgument),
      ),
    }),
    ...(workingDir !== undefined && { working_dir: workingDir }),
  }
}
