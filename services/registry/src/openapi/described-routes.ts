import type { RouterRoute } from 'hono/types'
import { type AnyOperationSpec, operationOf } from '../http/operation.ts'

/** A route of the router with its description. */
export interface DescribedRoute {
  method: 'get' | 'put' | 'post' | 'delete'
  /** Path in OpenAPI syntax: `/v1/apps/{name}.json`. */
  path: string
  spec: AnyOperationSpec
}

/** Returns the routes of an app that are operations, in the order in which they were mounted. */
export const describedRoutes = (routes: readonly RouterRoute[]): DescribedRoute[] =>
  routes.flatMap(({ method, path, handler }) => {
    const spec = operationOf(handler)
    if (spec === undefined) return []
    return {
      method: method.toLowerCase() as DescribedRoute['method'],
      path: spec.path ?? openPath(path),
      spec,
    }
  })

const openPath = (path: string): string => path.replace(/:([A-Za-z_]\w*)/g, '{$1}')

/** Returns the names between braces. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
