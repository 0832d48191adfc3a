import { isAppError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import * as z from 'zod'
import { normalName } from '../strategies/python/pip-requirements.ts'

/** Part of a project page of a Python index as JSON (PEP 691, PEP 700). */
const ProjectPage = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      hashes: z.record(z.string(), z.string()).optional(),
      'upload-time': z.string().optional(),
    }),
  ),
})

/** A file that a Python index lists for a project. */
export interface IndexFile {
  filename: string
  sha256: string | undefined
  /** Version of its release; `undefined` for another project or a nonstandard name. */
  version: string | undefined
  /** `undefined` if the index does not say. */
  uploaded: Date | undefined
}

/** Returns the files that an index lists for a project; empty if it is unavailable or does not support JSON. */
export async function readIndexFiles(index: string, name: string, signal: AbortSignal): Promise<IndexFile[]> {
  const url = `${index.replace(/\/+$/, '')}/${normalName(name)}/`
  const page = await readPage(url, signal)
  return (page?.files ?? []).map(({ filename, hashes, 'upload-time': time }) => ({
    filename,
    sha256: hashes?.sha256?.toLowerCase(),
    version: releaseOfFile(filename, name),
    uploaded: parseTime(time),
  }))
}

/** Wheels are named `name-version-…`, archives `name-version.tar.gz`, with any spelling of separators in the name. */
function releaseOfFile(filename: string, name: string): string | undefined {
  const [, own = '', version] = /^(.+?)-(\d[^-]*?)(?:-.*\.whl|\.tar\.gz|\.zip)$/.exec(filename) ?? []
  return normalName(own) === normalName(name) ? version : undefined
}

function parseTime(text: string | undefined): Date | undefined {
  const time = text === undefined ? undefined : new Date(text)
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time
}

/** Reads a page of an index; `undefined` if it is unavailable. */
async function readPage(url: string, signal: AbortSignal): Promise<z.output<typeof ProjectPage> | undefined> {
  const headers = { accept: 'application/vnd.pypi.simple.v1+json' }
  try {
    const { status, text } = await fetchText(url, { headers, signal })
    return status === 200 ? ProjectPage.safeParse(JSON.parse(text)).data : undefined
  } catch (error) {
    if (signal.aborted || !(isAppError(error) || error instanceof SyntaxError)) throw error
    return undefined
  }
}
