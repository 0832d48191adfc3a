import type { CommandContext } from '../context.ts'
import { openOnce } from './registries.ts'
import { registryLocations } from './registry-locations.ts'
import type { ResolveOptions } from './resolve-app.ts'
import { warnOfAge } from './warn-of-age.ts'
import type { WorkspaceFacts } from './workspace-facts.ts'

/** Returns the settings for all registry requests of one command. */
export const resolveOptions = (
  context: CommandContext,
  { declared }: WorkspaceFacts,
  {
    registry,
    allowGeneral,
  }: {
    /** `--registry` */
    registry: string | undefined
    /** `--allow-general` */
    allowGeneral: boolean
  },
): ResolveOptions => {
  const open = openOnce(context)
  return {
    locations: registryLocations(context, { flag: registry, declared }),
    open,
    warnOfAge: warnOfAge(context, open),
    isExplicit: registry !== undefined,
    allowGeneral,
  }
}
