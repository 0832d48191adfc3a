import { ProcessError, toLine } from '@cli-apps/core'
import * as z from 'zod'

const Text = z.object({ type: z.literal('text'), text: z.string() })
const Media = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() })
const Link = z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() })

/** Contents of a resource, standalone or within a result. */
export const RemoteContents = z.object({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
})
type RemoteContents = z.infer<typeof RemoteContents>
const Embedded = z.object({ type: z.literal('resource'), resource: RemoteContents })

/** Unknown kinds of content are allowed. */
const Content = z.union([Text, Media, Link, Embedded, z.looseObject({ type: z.string() })])

/** A server's response to a call. */
export const RemoteResult = z.object({
  content: z.array(Content).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})
export type RemoteResult = z.infer<typeof RemoteResult>

const mostCharacters = 20_000
/** Maximum base64 characters per image, and number of images. */
const mostMedia = { characters: 2_000_000, count: 4 }

/** Converts a response to result fields: text and data limited in size, with a note where something was left out. */
export function remoteFields(server: string, result: RemoteResult): Record<string, unknown> {
  const { content, structuredContent, isError } = result
  const text = content
    .flatMap((part) => {
      const read = Text.safeParse(part)
      return read.success ? [read.data.text] : []
    })
    .join('\n')
  if (isError) {
    throw new ProcessError(
      'mcp.tool-failed',
      `The MCP server ${server} says that it failed: ${toLine(text, 2000)}`,
      {
        hint: 'These are the words of the server.',
      },
    )
  }
  const structured = bounded(structuredContent)
  const media = mediaOf(content)
  const resources = fitting(content.flatMap(resourceOf))
  // Servers repeat structured data as text for clients that do not support it.
  const isRepeated = structured.value !== undefined && isSame(text, structured.value)
  const leftOut = [
    ...(text.length > mostCharacters && !isRepeated
      ? [`${text.length - mostCharacters} characters of text`]
      : []),
    ...(structured.isLeftOut ? ['the data, which is too large'] : []),
    ...(media.leftOut > 0 ? [`${media.leftOut} images or sounds`] : []),
    ...(resources.leftOut > 0 ? [`${resources.leftOut} resources`] : []),
  ]
  return {
    ...(text !== '' && !isRepeated && { text: cut(text) }),
    ...(structured.value !== undefined && { data: structured.value }),
    ...(media.kept.length > 0 && { media: media.kept }),
    ...(resources.kept.length > 0 && { resources: resources.kept }),
    ...(leftOut.length > 0 && { truncated: true, left_out: leftOut.join(', ') }),
  }
}

/** Returns as many of the first items as a model can receive in one result. */
export function fitting<Item>(items: readonly Item[]): { kept: Item[]; leftOut: number } {
  let remaining = 2 * mostCharacters
  const kept: Item[] = []
  for (const item of items) {
    remaining -= JSON.stringify(item)?.length ?? 0
    if (remaining < 0) break
    kept.push(item)
  }
  return { kept, leftOut: items.length - kept.length }
}

/** The same as a result field, with a note on what was left out. */
export function fittingField(name: string, items: readonly unknown[]): Record<string, unknown> {
  const { kept, leftOut } = fitting(items)
  return { [name]: kept, ...(leftOut > 0 && { truncated: true, left_out: `${leftOut} ${name}` }) }
}

/** Keeps the beginning and the end. */
export const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters * 0.75).toWellFormed()}\n[…]\n${text.slice(-mostCharacters * 0.25).toWellFormed()}`

function bounded(value: unknown): { value?: unknown; isLeftOut: boolean } {
  if (value === undefined || value === null) return { isLeftOut: false }
  return JSON.stringify(value).length > mostCharacters ? { isLeftOut: true } : { value, isLeftOut: false }
}

function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  } catch {
    return false
  }
}

function mediaOf(content: RemoteResult['content']): {
  kept: { type: string; mime_type: string; data: string }[]
  leftOut: number
} {
  const all = content.flatMap((part) => {
    const read = Media.safeParse(part)
    return read.success ? [read.data] : []
  })
  const kept = all
    .filter(({ data }) => data.length <= mostMedia.characters && isBase64(data))
    .slice(0, mostMedia.count)
  return {
    kept: kept.map(({ type, mimeType, data }) => ({ type, mime_type: toLine(mimeType, 100), data })),
    leftOut: all.length - kept.length,
  }
}

const isBase64 = (data: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(data)

function resourceOf(part: RemoteResult['content'][number]): Record<string, unknown>[] {
  const link = Link.safeParse(part)
  if (link.success)
    return [
      {
        uri: toLine(link.data.uri, 1000),
        ...(link.data.name !== undefined && { name: toLine(link.data.name, 200) }),
      },
    ]
  const embedded = Embedded.safeParse(part)
  return embedded.success ? [contentsFields(embedded.data.resource)] : []
}

/** A resource as result fields: text limited in size; for binary data, only its length. */
export const contentsFields = ({ uri, mimeType, text, blob }: RemoteContents): Record<string, unknown> => ({
  uri: toLine(uri, 1000),
  ...(mimeType !== undefined && { mime_type: toLine(mimeType, 100) }),
  ...(text !== undefined && { text: cut(text) }),
  ...(text !== undefined && text.length > mostCharacters && { truncated: true }),
  ...(blob !== undefined && { bytes: Math.floor((blob.length * 3) / 4), left_out: 'its bytes' }),
})
