import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { Issue } from '../errors/errors.ts'

/**
 * Finds where in a JSON text the paths of issues are; what is missing is where it belongs. Of a text that is not JSON, `fault` has the
 * place where reading stopped.
 */
export function locateIssues({ text, issues }: { text: string; issues: readonly Issue[] }): {
  issues: Issue[]
  fault: { line: number; column: number } | undefined
} {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true })
  const starts = lineStarts(text)
  const fault = errors[0] && placeOf(starts, errors[0].offset)
  const base = root && manifestIn(root)
  const located = issues.map((issue) => {
    const node = base && nearestNode(base, segmentsOf(issue.path))
    return node === undefined ? { ...issue } : { ...issue, ...placeOf(starts, node.offset) }
  })
  return { issues: located, fault }
}

/** A publication may also have the documents that its manifest names; paths begin in the manifest. */
function manifestIn(root: Node): Node {
  const inner = findNodeAtLocation(root, ['manifest'])
  return inner?.type === 'object' ? inner : root
}

/** The key and value of the longest part of a path that the text has. */
function nearestNode(base: Node, segments: readonly (string | number)[]): Node {
  for (let length = segments.length; length > 0; length--) {
    const found = findNodeAtLocation(base, segments.slice(0, length))
    if (found !== undefined) return found.parent?.type === 'property' ? found.parent : found
  }
  return base
}

/** Splits `install[0].package` and `run["a b"]` into keys. */
const segmentsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, key = '']) => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? key : String(JSON.parse(quoted))
  })

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function placeOf(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
