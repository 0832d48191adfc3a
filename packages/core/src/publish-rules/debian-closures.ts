import type { Issue } from '../errors/errors.ts'
import { jsonPath } from '../errors/issues.ts'
import type { DebianArchitecture } from '../manifest/debian/debian-architecture.ts'
import { type ClosurePackage, DebianClosure } from '../manifest/debian/debian-closure.ts'
import type { MethodOf } from '../manifest/install-method.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

/** `joinPublication` reports those that are missing or have another digest, under the same id. */
export const debianClosures: PublishRule = {
  id: 'publish.debian-closures',
  refuses:
    'a list of Debian packages that is missing, that the manifest does not name, or that differs from what the `debian` method says: digest, suite, architecture, number and size of the packages, the package itself',
  approvable: false,
  check: ({ manifest, closures }) => {
    const methods = (manifest.install ?? []).flatMap((method, at) =>
      method.method === 'debian' ? Object.keys(method.architectures).map((key) => ({ method, at, key })) : [],
    )
    return methods.flatMap(({ method, at, key }, index) => {
      const architecture = key as DebianArchitecture
      if (methods.findIndex((one) => one.key === key) < index) return [offeredTwice(at, architecture)]
      const { data } = DebianClosure.safeParse(closures[architecture])
      return data === undefined
        ? []
        : [...factIssues(method, data, { at, architecture }), ...packageIssues(method, data, architecture)]
    })
  },
}

type DebianMethod = MethodOf<'debian'>

const offeredTwice = (at: number, architecture: DebianArchitecture): Issue => ({
  path: jsonPath(['install', at, 'architectures', architecture]),
  message: t('debian-closures.twice', 'is offered by two debian methods'),
  hint: t(
    'debian-closures.hint.twice',
    'Keep one of them: an app has one list of packages for {architecture}.',
    {
      architecture,
    },
  ),
})

/** Where the facts of a method and those of its closure differ. */
function factIssues(
  { suite, architectures }: DebianMethod,
  closure: DebianClosure,
  { at, architecture }: { at: number; architecture: DebianArchitecture },
): Issue[] {
  const inManifest = ['install', at, 'architectures', architecture] as const
  const inClosure = ['closures', architecture] as const
  const size = closure.packages.reduce((total, one) => total + one.size, 0)
  const facts = architectures[architecture]
  const compared = [
    [[...inClosure, 'suite'], closure.suite, suite],
    [[...inClosure, 'architecture'], closure.architecture, architecture],
    [[...inManifest, 'packages'], facts?.packages, closure.packages.length],
    [[...inManifest, 'size'], facts?.size, size],
  ] as const
  return compared
    .filter(([, actual, expected]) => actual !== expected)
    .map(([path, actual, expected]) => ({
      path: jsonPath(path),
      message: t('debian-closures.differs', 'is {actual}, and must be {expected}', {
        actual: String(actual),
        expected: String(expected),
      }),
      hint: t(
        'debian-closures.hint.differs',
        'The method and its list of packages must agree: compute the list again, or correct the manifest.',
      ),
    }))
}

/** What a closure lacks or holds against its method. */
function packageIssues(
  { package: name, version }: DebianMethod,
  { packages }: DebianClosure,
  architecture: DebianArchitecture,
): Issue[] {
  const hasOwn = packages.some(
    (one) => one.package === name && withoutRebuild(one.version) === withoutRebuild(version),
  )
  const lacking = hasOwn
    ? []
    : [
        {
          path: jsonPath(['closures', architecture, 'packages']),
          message: t('debian-closures.lacks', 'must include {package} {version}, which the method installs', {
            package: name,
            version,
          }),
          hint: t('debian-closures.hint.lacks', 'Compute the list of packages again for this version.'),
        },
      ]
  const misnamed = packages.flatMap((one, index) =>
    isFileOf(one, architecture)
      ? []
      : [
          {
            path: jsonPath(['closures', architecture, 'packages', index, 'path']),
            message: t('debian-closures.other-file', 'is not a file of {package} for {architecture}', {
              package: one.package,
              architecture,
            }),
            hint: t('debian-closures.hint.other-file', 'Write the path as the package index has it.'),
          },
        ],
  )
  return [...lacking, ...misnamed]
}

/** Debian rebuilds a package for one architecture as 1.2-3+b1; its source is that of 1.2-3. */
const withoutRebuild = (version: string): string => version.replace(/\+b\d+$/, '')

const isFileOf = ({ package: name, path }: ClosurePackage, architecture: DebianArchitecture): boolean => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return file.startsWith(`${name}_`) && [architecture, 'all'].some((of) => file.endsWith(`_${of}.deb`))
}
