import type { ToolResult } from './tool.ts'

/** An image that a tool gave, in base64. */
export interface ResultImage {
  data: string
  mimeType: string
}

/**
 * A result with its images apart: items of `content` as MCP has them, `{type: "image", data, mimeType}`. In their place the
 * result names kind and size, so that no base64 is counted as text.
 */
export function splitImages(result: ToolResult): { result: ToolResult; images: ResultImage[] } {
  const content = 'content' in result ? result.content : undefined
  if (!Array.isArray(content)) return { result, images: [] }
  const images: ResultImage[] = []
  const kept = content.map((item: unknown) => {
    if (!isImage(item)) return item
    images.push({ data: item.data, mimeType: item.mimeType })
    const bytes = Math.floor((item.data.length * 3) / 4)
    return { type: 'text', text: `[image ${images.length}: ${item.mimeType}, ${bytes} bytes]` }
  })
  return images.length === 0 ? { result, images } : { result: { ...result, content: kept }, images }
}

const isImage = (item: unknown): item is ResultImage & { type: 'image' } =>
  typeof item === 'object' &&
  item !== null &&
  'type' in item &&
  item.type === 'image' &&
  'data' in item &&
  typeof item.data === 'string' &&
  'mimeType' in item &&
  typeof item.mimeType === 'string'
