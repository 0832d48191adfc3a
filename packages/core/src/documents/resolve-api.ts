import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { Host } from '../manifest/platform.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { shownLine } from '../text.ts'

/** Body of `POST /v1/resolve`. */
export const ResolveRequest = z.strictObject({
  apps: z.record(AppName, z.string().max(200)),
  host: Host,
})
export type ResolveRequest = z.infer<typeof ResolveRequest>

/** Answer to `POST /v1/resolve`; `method` is null when every method was refused. */
export const ResolveAnswer = z.object({
  results: z.array(
    z.object({
      name: AppName,
      version: EntryVersion,
      method: MethodKind.nullable(),
      refusals: z.array(z.object({ method: MethodKind, reason: shownLine(500) })),
    }),
  ),
})
export type ResolveAnswer = z.infer<typeof ResolveAnswer>
