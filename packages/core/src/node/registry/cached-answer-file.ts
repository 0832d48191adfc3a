import path from 'node:path'
import { digestOf } from '../digest.ts'

/** Path of the cached response of a registry at `base` (ending in a slash), as `{ etag, text }`. */
export const cachedAnswerFile = (cacheFolder: string, base: string, documentPath: string): string =>
  path.join(cacheFolder, digestOf(base).slice(7, 23), `${digestOf(documentPath).slice(7, 39)}.json`)
