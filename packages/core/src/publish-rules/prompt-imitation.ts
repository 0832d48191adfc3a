import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import { findPromptMark } from '../prompt-marks.ts'
import type { PublishRule } from './publish-rule.ts'
import { maxTextLength } from './size-limit.ts'

export const promptImitation: PublishRule = {
  id: 'publish.prompt-imitation',
  refuses:
    'text that imitates Runtime Context tags, tool calls, turns, control tokens or front matter, also in look-alike letters; recipes without a task, and files and expectations of the others, are exempt',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text, isShown }) => {
      if (!isShown) return []
      const found = findPromptMark(text.slice(0, maxTextLength).replace(/\r\n?/g, '\n'))
      return found === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: t('prompt-imitation.imitates', 'imitates {what}', { what: found.what }),
              hint: t('prompt-imitation.hint', 'Say it in plain words: a model reads this text.'),
            },
          ]
    }),
}
