import type { AppName, InstallMethod } from '@cli-apps/core'
import { strategyFor } from '../strategies/index.ts'
import type { SystemPackage } from './system-owners.ts'

/** Returns the package of a system manager that contains the program of a plan or record. */
export function systemPackageOf({
  name,
  method,
}: {
  name: AppName
  method: InstallMethod
}): SystemPackage | undefined {
  const systemName = strategyFor(method.method).systemName?.(method)
  return systemName === undefined ? undefined : { app: name, method: method.method, name: systemName }
}
