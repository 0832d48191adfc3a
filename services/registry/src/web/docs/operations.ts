import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../../openapi/openapi-document.ts'

/** One operation of an OpenAPI document with its method and path. */
export interface ListedOperation {
  id: string
  method: string
  path: string
  operation: oas31.OperationObject
}

interface OperationGroup {
  name: string
  description: string
  operations: ListedOperation[]
}

const methods = ['get', 'put', 'post', 'delete'] as const

export const operationsOf = ({ paths = {} }: OpenApiDocument): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ id: operation.operationId ?? '', method, path, operation }]
    }),
  )

/** Groups the operations by tag, in the order of the document's tags. */
export function operationGroups(document: OpenApiDocument): OperationGroup[] {
  const all = operationsOf(document)
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags?.includes(name)),
  }))
}

/** Resolves a `$ref` of the document; returns any other value unchanged. */
export function resolveRef<Thing extends object>(
  document: OpenApiDocument,
  thing: Thing | oas31.ReferenceObject,
): Thing {
  if (!('$ref' in thing)) return thing
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(thing.$ref) ?? []
  const sections = document.components as Record<string, Record<string, Thing>> | undefined
  const found = sections?.[section]?.[name]
  if (found === undefined) throw new RangeError(`resolveRef: nothing at ${thing.$ref}`)
  return found
}
