import type { RequestContext } from '../env.ts'

/** Path and query exactly as sent; a document is cached under one spelling only. */
export const addressOf = ({ req: { url } }: RequestContext): string => url.slice(url.indexOf('/', 8))
