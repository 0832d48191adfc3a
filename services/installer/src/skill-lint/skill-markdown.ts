import MarkdownIt, { type Token } from 'markdown-it'

/** A text and the line on which it begins, counted from 1 in the file. */
export interface PlacedText {
  text: string
  line: number
}

interface SkillHeading extends PlacedText {
  level: number
}

interface CodeBlock extends PlacedText {
  /** First word after the fence, in lowercase; empty if there is none. */
  language: string
}

export interface SkillLink {
  href: string
  line: number
  isImage: boolean
}

/** The content of a skill's Markdown file, by kind. */
export interface SkillMarkdown {
  path: string
  headings: SkillHeading[]
  links: SkillLink[]
  blocks: CodeBlock[]
  /** Code spans. */
  spans: PlacedText[]
  html: PlacedText[]
  /** Text other than code and HTML. */
  prose: PlacedText[]
}

const reader = new MarkdownIt({ html: true, linkify: false })
// Links of every kind must be kept as written.
reader.validateLink = () => true
reader.normalizeLink = (url: string) => url

/** Parses Markdown whose first line is line `offset + 1` of its file. */
export function readMarkdown(path: string, text: string, offset = 0): SkillMarkdown {
  const document: SkillMarkdown = {
    path,
    headings: [],
    links: [],
    blocks: [],
    spans: [],
    html: [],
    prose: [],
  }
  const tokens = reader.parse(text, {})
  let line = 1 + offset
  tokens.forEach((token, at) => {
    // Table cells have no line of their own.
    if (token.map !== null) line = token.map[0] + 1 + offset
    if (token.type === 'fence')
      document.blocks.push({
        text: token.content,
        line: line + 1,
        language: (/^\S*/.exec(token.info.trim())?.[0] ?? '').toLowerCase(),
      })
    else if (token.type === 'code_block') document.blocks.push({ text: token.content, line, language: '' })
    else if (token.type === 'html_block') document.html.push({ text: token.content, line })
    else if (token.type === 'inline') {
      readInline(token.children ?? [], line, document)
      const before = tokens[at - 1]
      if (before?.type === 'heading_open')
        document.headings.push({
          text: plainText(token.children ?? []),
          line,
          level: Number(before.tag.slice(1)),
        })
    }
  })
  return document
}

function readInline(tokens: readonly Token[], first: number, document: SkillMarkdown): void {
  let line = first
  let words = ''
  const say = (): void => {
    if (words.trim() !== '') document.prose.push({ text: words, line })
    words = ''
  }
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') {
      say()
      line += 1
    } else if (token.type === 'text') words += token.content
    else if (token.type === 'code_inline') {
      document.spans.push({ text: token.content, line })
      words += '\u0001'
    } else if (token.type === 'html_inline') {
      document.html.push({ text: token.content, line })
      line += token.content.split('\n').length - 1
    } else if (token.type === 'link_open')
      document.links.push({ href: String(token.attrGet('href') ?? ''), line, isImage: false })
    else if (token.type === 'image') {
      document.links.push({ href: String(token.attrGet('src') ?? ''), line, isImage: true })
      words += token.content
    }
  }
  say()
}

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim()
