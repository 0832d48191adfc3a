import * as z from 'zod'
import { AppName } from './app-name.ts'
import { isRange } from './versions.ts'

const Range = z.string().refine(isRange, 'must be a version, a semver range or "latest"')

/** `cli-apps.json`: what a workspace declares. Keys that are not ours are kept as they are. */
export const WorkspaceFile = z.looseObject({
  apps: z.record(AppName, Range).default({}),
  registries: z.array(z.string().min(1)).optional().describe('URLs or folders, asked in this order'),
})
export type WorkspaceFile = z.infer<typeof WorkspaceFile>
