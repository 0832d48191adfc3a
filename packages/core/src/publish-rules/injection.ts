import { findInjections } from '../injection/index.ts'
import { jsonPath } from '../issues.ts'
import type { PublishRule } from './publish-rule.ts'
import { maxTextLength } from './size-limit.ts'

/** An order takes a few words; names, addresses, versions and options are none. */
const minLength = 8
const option = /^--?[a-z][\w-]{0,60}$/i

export const injection: PublishRule = {
  id: 'publish.injection',
  refuses:
    'text that reads like an attack on the model that will read it: orders to set aside instructions, to keep something from the user, to give away or send secrets, imitated calls and speakers, commands that run what a server sends; files of smoke tests are free',
  approvable: true,
  holds: true,
  check: ({ texts }) =>
    texts.flatMap(({ path, text }) => {
      if (path[0] === 'smoke' || text.length < minLength || option.test(text)) return []
      return findInjections(text.slice(0, maxTextLength), 'manifest').map(({ rule, excerpt }) => ({
        path: jsonPath(path),
        message: `reads like ${rule.what} (${rule.id}): ${JSON.stringify(excerpt)}`,
        hint: 'Say what the program does, and leave what a model should do to its users.',
      }))
    }),
}
