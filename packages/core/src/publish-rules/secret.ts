import type { Issue } from '../errors/errors.ts'
import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import { findSecret } from '../secret-text.ts'
import type { PublishRule } from './publish-rule.ts'

export const secret: PublishRule = {
  id: 'publish.secret',
  refuses:
    'text that looks like a key, token, password or private key; at most its first four characters are shown again',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text }): Issue[] => {
      const found = findSecret(text)
      return found === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: t('secret.looks-like', 'looks like {what} ({text}…)', {
                what: found.what,
                text: found.text.slice(0, 4),
              }),
              hint: t('secret.hint', 'Remove it, and revoke it if it is real: it has left your machine.'),
            },
          ]
    }),
}
