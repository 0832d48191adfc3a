import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../env.ts'

/** The public origin of this server, without a slash at the end. */
export const publicOrigin = (c: RequestContext, { publicUrl }: Pick<Deps, 'publicUrl'>): string =>
  publicUrl?.replace(/\/+$/, '') ?? new URL(c.req.url).origin
