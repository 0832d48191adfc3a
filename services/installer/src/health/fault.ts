import { type AppName, isAppError, t } from '@cli-apps/core'

/** A problem, its location, and the next step to fix it. */
export interface Fault {
  code: string
  /** The affected app; null for the workspace, the store or a playbook. */
  app: AppName | null
  /** The affected playbook. */
  playbook?: string
  message: string
  hint: string
  /** Affected files and folders, as absolute paths. */
  paths: string[]
}

/** How many of many paths a message names; the fault has the whole list. */
const shownPaths = 3

/** Formats a few paths as text: "a, b and 12 more". */
export function somePaths(paths: readonly string[]): string {
  const shown = paths.slice(0, shownPaths).join(', ')
  return paths.length <= shownPaths
    ? shown
    : t('fault.more', '{shown} and {count} more', { shown, count: paths.length - shownPaths })
}

/** Converts an error of cli-apps to a fault; throws other errors again. */
export function faultOf(error: unknown, app: AppName | null): Fault {
  if (!isAppError(error)) throw error
  const file = error.details?.file
  return {
    code: error.code,
    app,
    message: error.message,
    hint: error.hint ?? '',
    paths: typeof file === 'string' ? [file] : [],
  }
}

/** Runs a check and converts what it throws to a fault. */
export async function attempt<Value>(
  faults: Fault[],
  app: AppName | null,
  look: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await look()
  } catch (error) {
    faults.push(faultOf(error, app))
    return undefined
  }
}
