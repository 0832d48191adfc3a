import type { oas31 } from 'zod-openapi'
import type { ListedOperation } from './operations.ts'

/** Example values by parameter name. */
const values: Readonly<Record<string, string>> = {
  name: 'prettier',
  version: '3.6.2',
  range: '^3.6',
  tag: 'next',
  file: 'commands.md',
  q: 'format+code',
  owner: 'ann',
  prefix: '3f',
}

/** Returns a curl command with only what is required. */
export function exampleOf(
  { method, path, operation }: ListedOperation,
  parameters: readonly oas31.ParameterObject[],
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name.toUpperCase())
  const required = parameters.filter(({ in: place, required }) => place === 'query' && required === true)
  const query = required.map(({ name }) => `${name}=${values[name] ?? 'VALUE'}`).join('&')
  const parts = [
    method === 'get' ? 'curl' : `curl -X ${method.toUpperCase()}`,
    ...((operation.security ?? []).length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(operation.requestBody === undefined
      ? []
      : ['-H "Content-Type: application/json" --data-binary @body.json']),
    `"$REGISTRY${address}${query === '' ? '' : `?${query}`}"`,
  ]
  return parts.join(parts.length > 2 ? ' \\\n  ' : ' ')
}
