import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from './shown-text.ts'
import { WholeWords } from './whole-words.tsx'

interface CopiedProps extends PageProps {
  command: string
  /** What the button copies, in the words of the page; otherwise the command names it. */
  what?: string | undefined
  isPrompted?: boolean
}

/** A command, with a button that copies it where scripts run. */
export const CopiedCommand: FC<CopiedProps> = ({ page, command, what, isPrompted = true }) => (
  <div class="command">
    <pre tabindex={0}>
      {isPrompted && <span class="prompt" aria-hidden="true" />}
      <code>
        <WholeWords text={command} />
      </code>
    </pre>
    <CopyButton page={page} text={command} what={what} />
  </div>
)

/** A button that copies a text; hidden where no script runs. Its name says what it copies, since a page has many. */
export const CopyButton: FC<PageProps & { text: string; what?: string | undefined }> = ({
  page: { texts },
  text,
  what,
}) => (
  <button
    type="button"
    data-copy={text}
    data-done={texts.site.copied}
    aria-label={texts.site.copyOf(what ?? lineOf(text))}
    hidden
  >
    {texts.site.copy}
  </button>
)
