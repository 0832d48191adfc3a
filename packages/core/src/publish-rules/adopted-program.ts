import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

export const adoptedProgram: PublishRule = {
  id: 'publish.adopted-program',
  refuses: 'a method `adopted`, which names a program of one workspace',
  approvable: false,
  check: ({ manifest }) =>
    (manifest.install ?? []).flatMap((method, index) => {
      if (method.method !== 'adopted') return []
      return [
        {
          path: jsonPath(['install', index, 'method']),
          message: t('adopted-program.of-one-workspace', 'an adopted program belongs to one workspace'),
          hint: t('adopted-program.hint', 'Name a method by which others can install it.'),
        },
      ]
    }),
}
