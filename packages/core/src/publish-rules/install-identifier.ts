import semver from 'semver'
import { jsonPath } from '../errors/issues.ts'
import type { InstallMethod, MethodKind } from '../manifest/install-method.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

/** A key of a method whose value its manager would not take as a name or version, and what it must be. */
type Complaint = readonly [key: string, must: string]

export const installIdentifier: PublishRule = {
  id: 'publish.install-identifier',
  refuses:
    'a package name or version that its manager would read as something else: an option, a path, an archive, a URL, a range',
  approvable: false,
  check: ({ manifest }) =>
    (manifest.install ?? []).flatMap((method, index) =>
      complaintsOf(method).map(([key, must]) => ({
        path: jsonPath(['install', index, key]),
        message: t('install-identifier.must', 'must be {must}', { must }),
        hint: t('install-identifier.hint', 'Write it as {method} lists it.', { method: method.method }),
      })),
    ),
}

/** What the key of a method must be. */
const required = {
  npm: () => t('install-identifier.npm', 'the name of a package on npm'),
  pip: () => t('install-identifier.pip', 'the name of a project on PyPI'),
  cargo: () => t('install-identifier.cargo', 'the name of a crate, of at most 64 characters'),
  go: () => t('install-identifier.go', 'a Go package path'),
  brew: () => t('install-identifier.brew', 'a name, or owner/tap/name'),
  winget: () => t('install-identifier.winget', 'an identifier such as Publisher.Package'),
  scoop: () => t('install-identifier.scoop', 'the name of an app, or bucket/app'),
  apt: () => t('install-identifier.apt', 'the name of a Debian package'),
} as const

const archive = /\.(tgz|tar|tar\.\w{2,4}|zip|whl|rb|json|git|deb|dsc|changes)$/i
/** A prerelease may end like an archive, which npm would look for as a file. */
const isVersion = (text: string): boolean =>
  semver.valid(text) === text.replace(/\+.*$/, '') && !archive.test(text)
const pepVersion =
  /^(\d{1,9}!)?\d{1,9}(\.\d{1,9}){0,9}((a|b|rc)\d{1,9})?(\.post\d{1,9})?(\.dev\d{1,9})?(\+[a-z0-9]{1,50}([._-][a-z0-9]{1,50}){0,9})?$/
/** Parts between slashes that no path or option could be made of. */
const isPlainPath = (text: string): boolean => text.split('/').every((part) => /^[^.-](.*[^.])?$/.test(part))

const name = (key: string, text: string, isSound: boolean, must: string): Complaint[] =>
  isSound && !archive.test(text) ? [] : [[key, must]]

/** What of a method its manager would not take as a name or version. */
export function complaintsOf(method: InstallMethod): Complaint[] {
  switch (method.method) {
    case 'npm':
      return [
        ...name(
          'package',
          method.package,
          !/(^|\/)(node_modules|favicon\.ico)$/.test(method.package),
          required.npm(),
        ),
        ...version(method.version, isVersion(method.version), 'npm'),
      ]
    case 'pip':
      if ('git' in method) return []
      return [
        ...name('package', method.package, true, required.pip()),
        ...version(method.version, pepVersion.test(method.version), 'pip'),
      ]
    case 'cargo':
      if ('git' in method) return []
      return [
        ...name('crate', method.crate, method.crate.length <= 64, required.cargo()),
        ...version(method.version, isVersion(method.version), 'cargo'),
      ]
    case 'go':
      return [
        ...name('module', method.module, isPlainPath(method.module), required.go()),
        ...version(method.version, isVersion(method.version.replace(/^v/, '')), 'go'),
      ]
    case 'brew': {
      const [key, text] = 'formula' in method ? ['formula', method.formula] : ['cask', method.cask]
      const parts = text.split('/').length
      return name(key, text, isPlainPath(text) && (parts === 1 || parts === 3), required.brew())
    }
    case 'winget':
      // `--id` takes no file: Git.Git and GnuWin32.Zip are packages.
      return /^[^.]+(\.[^.]+){1,7}$|^[A-Z0-9]{12}$/.test(method.id) ? [] : [['id', required.winget()]]
    case 'scoop':
      return name(
        'id',
        method.id,
        isPlainPath(method.id) && method.id.split('/').length <= 2,
        required.scoop(),
      )
    case 'apt':
      // To apt `bash-` is the order to remove bash.
      return name('package', method.package, !method.package.endsWith('-'), required.apt())
    case 'binary':
    case 'debian':
    case 'bundled':
    case 'adopted':
      return []
  }
}

const version = (text: string, isSound: boolean, kind: MethodKind): Complaint[] =>
  isSound
    ? []
    : [
        [
          'version',
          t('install-identifier.one-exact-version-as', 'one exact version as {kind} writes it, not {text}', {
            kind,
            text,
          }),
        ],
      ]
