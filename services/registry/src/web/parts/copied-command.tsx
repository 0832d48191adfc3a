import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'

/** A command, with a button that copies it where scripts run. */
export const CopiedCommand: FC<PageProps & { command: string; isPrompted?: boolean }> = ({
  page,
  command,
  isPrompted = true,
}) => (
  <div class="command">
    <pre tabindex={0}>
      {isPrompted && <span class="prompt" aria-hidden="true" />}
      <code>{command}</code>
    </pre>
    <CopyButton page={page} text={command} />
  </div>
)

/** A button that copies a text; hidden where no script runs. */
export const CopyButton: FC<PageProps & { text: string }> = ({ page: { texts }, text }) => (
  <button type="button" data-copy={text} data-done={texts.site.copied} hidden>
    {texts.site.copy}
  </button>
)
