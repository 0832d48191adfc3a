import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

export const gitSource: PublishRule = {
  id: 'publish.git-source',
  refuses: 'a method that builds from git, where the registry does not allow it',
  approvable: false,
  check: ({ manifest }, { policy }) =>
    (manifest.install ?? []).flatMap((method, index) => {
      if (!('git' in method) || policy.allowGit) return []
      return [
        {
          path: jsonPath(['install', index, 'git']),
          message: t('git-source.registry-takes-no-git', 'this registry takes no git sources'),
          hint: t('git-source.hint', 'Publish a package, and name that.'),
        },
      ]
    }),
}
