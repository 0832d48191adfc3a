import { UsageError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import type { AppName } from './app-name.ts'
import { isAppName } from './app-name-form.ts'

/** Parses a name that a person typed. Throws a `UsageError` that describes the format. */
export function parseAppName(text: string): AppName {
  if (isAppName(text)) return text
  throw new UsageError(
    'app.bad-name',
    t('app.bad-name', '{text} is not an app name.', { text: JSON.stringify(text) }),
    {
      hint: t(
        'app.bad-name.hint',
        'Names are lower case letters, digits and single hyphens, such as "prettier" or "chrome-cli".',
      ),
    },
  )
}
