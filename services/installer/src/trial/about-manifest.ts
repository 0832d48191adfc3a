import { type AppError, type Issue, isAppError, t } from '@cli-apps/core'
import type { PublicationFile } from '@cli-apps/core/node'
import type { InstallPlan } from '../install/install-plan.ts'
import { locatedIn } from '../publisher/verdict.ts'

/** Returns the error of a failed trial with the key of the manifest that it is about, and the line of the file. */
export function aboutManifest(error: unknown, plan: InstallPlan, publication: PublicationFile): unknown {
  if (!isAppError(error) || error.issues.length > 0) return error
  const issue = issueOf(error, plan)
  if (issue === undefined) return error
  const { code, message, hint, details, cause } = error
  // The same class, which decides the exit status.
  const Same = error.constructor as new (...args: ConstructorParameters<typeof AppError>) => AppError
  return new Same(code, message, {
    ...(hint !== undefined && { hint }),
    ...(details && { details }),
    cause,
    issues: locatedIn(publication, [issue]),
  })
}

function issueOf({ code }: AppError, { manifest, method }: InstallPlan): Issue | undefined {
  const install = `install[${manifest.install.indexOf(method)}]`
  const called = manifest.run?.version === undefined ? 'run.help' : 'run.version.args'
  switch (code) {
    case 'install.other-program':
      return {
        path: 'run.version.expect',
        message: t('about-manifest.expect', 'is not in what the program prints'),
      }
    case 'install.no-answer':
      return {
        path: called,
        message: t('about-manifest.arguments', 'are the arguments that the program gave no answer to'),
      }
    case 'install.no-executable':
      return {
        path: method.bin === undefined ? 'entry_point' : `${install}.bin`,
        message: t('about-manifest.executable', 'names no executable of the package'),
      }
    case 'install.package-missing':
    case 'apt.unknown-package':
      return {
        path: install,
        message: t('about-manifest.package', 'names a package or version that does not exist'),
      }
    case 'download.failed':
      return {
        path: install,
        message: t('about-manifest.download', 'names a file that cannot be downloaded'),
      }
    case 'download.checksum-mismatch':
      return {
        path: install,
        message: t('about-manifest.checksum', 'states another digest than the file has'),
      }
    default:
      return undefined
  }
}
