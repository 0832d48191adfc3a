import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { callParts, type LinePart, type ShownCall } from './call-text.ts'
import { CopyButton } from './copied-command.tsx'
import { WholeWords } from './whole-words.tsx'

/** A call as a command line, for people, with its examples marked. */
export const CallLine: FC<ShownCall> = (shown) => <Line parts={callParts(shown)} />

/** The same with a button that copies it where scripts run, named by the task that the call does. */
export const CopiedCall: FC<PageProps & ShownCall & { task?: string | undefined }> = ({
  page,
  task,
  ...shown
}) => {
  const parts = callParts(shown)
  return (
    <div class="command">
      <Line parts={parts} />
      <CopyButton page={page} text={parts.map(({ text }) => text).join('')} what={task} />
    </div>
  )
}

const Line: FC<{ parts: readonly LinePart[] }> = ({ parts }) => (
  <pre class="call" tabindex={0}>
    <code>
      {parts.map(({ text, isExample }) =>
        isExample ? (
          <var>
            <WholeWords text={text} />
          </var>
        ) : (
          <WholeWords text={text} />
        ),
      )}
    </code>
  </pre>
)
