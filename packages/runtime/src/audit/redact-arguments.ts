import { isSecretName, redacted, withoutSecrets } from '@cli-apps/core'
import { createRedactor } from '../invoke/redact-secrets.ts'

/**
 * Arguments as they may be written down: without the values given, without what looks like a secret, and without what
 * follows an option whose name says that it is one (`--token x`, `--token=x`).
 */
export function withoutSecretArguments(args: readonly string[], secrets: readonly string[]): string[] {
  let isSecretNext = false
  return args.map((arg) => {
    const isSecret = isSecretNext && !arg.startsWith('-')
    const [, option, value] = /^(--?[^=\s]{1,100})(?:=(.*))?$/s.exec(arg) ?? []
    const isSecretOption = option !== undefined && isSecretName(option)
    isSecretNext = isSecretOption && value === undefined
    if (isSecret) return redacted
    if (isSecretOption && value !== undefined) return `${option}=${redacted}`
    const redactor = createRedactor(secrets)
    return withoutSecrets(redactor.write(arg) + redactor.end())
  })
}
