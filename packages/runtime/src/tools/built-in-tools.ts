import { createRunCliApp, type RunCliAppServices } from './run-cli-app.ts'
import type { Tool } from './tool.ts'

/** What built-in tools are made of. */
export type ToolServices = RunCliAppServices

/** Every built-in tool, in the order in which models see them. */
const makers: readonly ((services: ToolServices) => Tool)[] = [createRunCliApp]

export const builtInTools = (services: ToolServices): Tool[] => makers.map((make) => make(services))
