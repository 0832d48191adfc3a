import type { InstallMethod } from '../install-method.ts'

/** Returns the version of the package that a method installed, as its manager writes it; null if it has none. */
export function findPackageVersion(
  method: InstallMethod,
  artifacts: readonly { name: string; version: string }[],
): string | null {
  switch (method.method) {
    case 'apt':
    case 'brew':
    case 'winget':
    case 'scoop':
      return artifacts[0]?.version || null
    case 'debian':
      return artifacts.find(({ name }) => name === method.package)?.version ?? method.version
    case 'npm':
    case 'go':
      return method.version
    case 'pip':
    case 'cargo':
      return 'version' in method ? method.version : null
    case 'binary':
    case 'bundled':
    case 'adopted':
      return null
  }
}
