import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { shownLine } from '../text.ts'

/** Answer to `GET /v1/whoami`: whose token it is and what it may do. */
export const Whoami = z.object({
  user: shownLine(100),
  scopes: z.array(shownLine(100)),
  token: z.object({
    id: shownLine(100),
    label: shownLine(100).nullable(),
    expires_at: shownLine(40).nullable(),
  }),
  organisations: z.array(z.object({ name: shownLine(100), prefixes: z.array(shownLine(60)) })),
  /** Apps that the user owns, himself or through an organization; at most 1000. */
  apps: z.array(AppName),
})
export type Whoami = z.infer<typeof Whoami>
