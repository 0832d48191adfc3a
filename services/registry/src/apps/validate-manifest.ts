import { isAppError, type ManifestVerdict, parseManifest } from '@cli-apps/core'
import { publishIssues } from './publish-rules.ts'

/** What publishing would say of a manifest, as far as the manifest alone tells. */
export function validateManifest(value: unknown): ManifestVerdict {
  try {
    const issues = publishIssues(parseManifest(value))
    return { valid: issues.length === 0, issues }
  } catch (error) {
    if (isAppError(error) && error.code === 'manifest.invalid')
      return { valid: false, issues: [...error.issues] }
    throw error
  }
}
