import { isSecretName, redacted, withoutSecrets } from '@cli-apps/core'
import { createRedactor } from '../invoke/redact-secrets.ts'

/**
 * Arguments as they may be written down: without the values given, without what looks like a secret, and without what
 * stands behind a name that says it is one (`--token x`, `--token=x`, `API_KEY=x`).
 */
export function withoutSecretArguments(args: readonly string[], secrets: readonly string[]): string[] {
  let isSecretNext = false
  return args.map((arg) => {
    // A value may begin with a dash as well.
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
