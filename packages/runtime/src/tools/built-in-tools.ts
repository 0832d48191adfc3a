import type { Find } from '../discovery/find.ts'
import { createFindCliApps } from './find-cli-apps.ts'
import { createRunCliApp, type RunCliAppServices } from './run-cli-app.ts'
import type { Tool } from './tool.ts'

/** What built-in tools are made of. */
export interface ToolServices extends RunCliAppServices {
  find: Find
}

/** Every built-in tool, in the order in which models see them. */
const makers: readonly ((services: ToolServices) => Tool)[] = [createRunCliApp, createFindCliApps]

export const builtInTools = (services: ToolServices): Tool[] => makers.map((make) => make(services))
