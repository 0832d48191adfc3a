import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import { findExecutedText } from '../skill/templates/substitution.ts'
import type { PublishRule } from './publish-rule.ts'

export const executedText: PublishRule = {
  id: 'publish.executed-text',
  refuses:
    'a `!` right before backticks: at least one agent runs the text between them before a model reads a skill; recipes without a task, and files and expectations of the others, are exempt',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text, isShown }) =>
      !isShown || findExecutedText(text) === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: t(
                'executed-text.holds-right-before-backticks',
                'holds a ! right before backticks, which an agent may run as a command',
              ),
              hint: t('executed-text.hint', 'Write the command without the ! before it.'),
            },
          ],
    ),
}
