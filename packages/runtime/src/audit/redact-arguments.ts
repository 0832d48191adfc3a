import { isSecretName, redacted, withoutSecrets } from '@cli-apps/core'
import { createRedactor } from '../invoke/redact-secrets.ts'

/**
 * Redacts arguments for the log: the given values, anything that looks like a secret, and what follows a name that
 * denotes one (`--token x`, `--token=x`, `API_KEY=x`).
 */
export function withoutSecretArguments(args: readonly string[], secrets: readonly string[]): string[] {
  let isSecretNext = false
  return args.map((arg) => {
    // A value may begin with a dash too.
    const isSecret = isSecretNext && !arg.startsWith('--')
    const [, name, value] = /^([^=\s]{1,100})(?:=(.*))?$/s.exec(arg) ?? []
    const isNamed = name !== undefined && isSecretName(name)
    isSecretNext = isNamed && !isSecret && value === undefined && arg.startsWith('-')
    if (isSecret) return redacted
    if (isNamed && value !== undefined) return `${name}=${redacted}`
    const redactor = createRedactor(secrets)
    return withoutSecrets(redactor.write(arg) + redactor.end())
  })
}
