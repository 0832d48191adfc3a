import type { Issue } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { blockOf, lineOf } from '../parts/shown-text.ts'

/** An issue, and where it is in the text, counted from 1. */
export interface PlacedIssue extends Issue {
  line?: number
  column?: number
}

interface IssueProps extends PageProps {
  text: string
  issues: readonly PlacedIssue[]
}

/** How many lines are shown around each issue, and how many characters of a long line. */
const around = 2
const widest = 160

/** Every issue with its place, and the lines that have them. */
export const IssueLines: FC<IssueProps> = ({ page, text, issues: found }) => {
  const { publish } = page.texts.account
  const issues = found.toSorted((a, b) => placeOf(a) - placeOf(b))
  return (
    <>
      <h2>{publish.issues(issues.length)}</h2>
      <ul>
        {issues.map(({ path, message, line, column }) => (
          <li>
            {line !== undefined && (
              <>
                <a href={`#L${line}`}>{publish.place(line, column ?? 1)}</a>{' '}
              </>
            )}
            <span lang="en">
              <code>{lineOf(path)}</code> {lineOf(message)}
            </span>
          </li>
        ))}
      </ul>
      <Source page={page} text={text} issues={issues} />
    </>
  )
}

/** Those without a line come last. */
const placeOf = ({ line = Number.MAX_SAFE_INTEGER }: PlacedIssue): number => line

const Source: FC<IssueProps> = ({ page, text, issues }) => {
  const lines = text.split('\n')
  const shown = shownLines(issues, lines.length)
  if (shown.length === 0) return null
  return (
    <section>
      <h3>{page.texts.account.publish.source}</h3>
      <ol class="source">
        {shown.map((number, at) => {
          const own = issues.filter(({ line }) => line === number)
          return (
            <>
              {at > 0 && shown[at - 1] !== number - 1 && (
                <li class="gap" aria-hidden="true">
                  ⋯
                </li>
              )}
              <li
                value={number}
                id={own.length > 0 ? `L${number}` : undefined}
                class={own.length > 0 ? 'bad' : undefined}
              >
                <code>{cut(lines[number - 1] ?? '', own[0]?.column ?? 1)}</code>
                {own.length > 0 && <LineIssues issues={own} />}
              </li>
            </>
          )
        })}
      </ol>
    </section>
  )
}

const LineIssues: FC<Pick<IssueProps, 'issues'>> = ({ issues }) => (
  <ul lang="en">
    {issues.map(({ path, message, hint }) => (
      <li>
        <strong>{lineOf(path)}</strong> {lineOf(message)}
        {hint !== undefined && <p>{lineOf(hint)}</p>}
      </li>
    ))}
  </ul>
)

/** The numbers of the lines with issues and of those around them, in order. */
function shownLines(issues: readonly PlacedIssue[], count: number): number[] {
  const numbers = new Set<number>()
  for (const { line } of issues)
    if (line !== undefined)
      for (let at = Math.max(1, line - around); at <= Math.min(count, line + around); at++) numbers.add(at)
  return [...numbers].sort((a, b) => a - b)
}

/** The part of a line around a column: a manifest may be one line of a megabyte. */
function cut(line: string, column: number): string {
  const from = line.length <= widest ? 0 : Math.max(0, column - 1 - widest / 4)
  const part = line.slice(from, from + widest)
  return `${from > 0 ? '…' : ''}${blockOf(part)}${from + widest < line.length ? '…' : ''}`
}
