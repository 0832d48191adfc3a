import { jsonPath } from '../issues.ts'
import type { PublishRule } from './publish-rule.ts'

export const gitSource: PublishRule = {
  id: 'publish.git-source',
  refuses:
    'a method that builds from git, where the registry does not allow it; a git URL with a query, `#` or `@`',
  approvable: false,
  check: ({ manifest }, { policy }) =>
    (manifest.install ?? []).flatMap((method, index) => {
      if (!('git' in method)) return []
      const path = jsonPath(['install', index, 'git'])
      if (!policy.allowGit)
        return [
          { path, message: 'this registry takes no git sources', hint: 'Publish a package, and name that.' },
        ]
      // pip and cargo read a revision, an extra or an option out of these.
      return /[?#@]/.test(method.git)
        ? [{ path, message: 'must have no query, # or @', hint: 'The commit has a key of its own.' }]
        : []
    }),
}
