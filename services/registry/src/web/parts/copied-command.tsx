import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'

/** A command, with a button that copies it where scripts run. */
export const CopiedCommand: FC<PageProps & { command: string; isPrompted?: boolean }> = ({
  page: { texts },
  command,
  isPrompted = true,
}) => (
  <div class="command">
    <pre tabindex={0}>
      {isPrompted && <span class="prompt" aria-hidden="true" />}
      <code>{command}</code>
    </pre>
    <button type="button" data-copy={command} data-done={texts.site.copied} hidden>
      {texts.site.copy}
    </button>
  </div>
)
