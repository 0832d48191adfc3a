import { mcpVariable, NotFoundError } from '@cli-apps/core'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Replaces `${NAME}` by that variable, without expanding values again. Throws `NotFoundError` `mcp.missing-variable`.
 */
export const fillVariables = (text: string, environment: Environment): string =>
  text.replace(mcpVariable, (_, name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value !== undefined) return value
    throw new NotFoundError('mcp.missing-variable', `The variable ${name} has no value.`, {
      hint: `Set ${name}, or remove the server that needs it.`,
    })
  })

/** Like `fillVariables`, for each value. */
export const fillValues = (
  values: Readonly<Record<string, string>>,
  environment: Environment,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fillVariables(value, environment)]))
