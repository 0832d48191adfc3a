import type { Find } from '../discovery/open-find.ts'
import type { InstallerSettings } from '../discovery/run-installer.ts'
import type { CutRuns } from '../output/cut-runs.ts'
import { createReadCliOutput } from '../output/read-cli-output.ts'
import { createFindCliApps } from './find-cli-apps.ts'
import { createInstallCliApp } from './install-cli-app.ts'
import { createJobCancel, createJobResult, createJobStatus } from './job-tools.ts'
import { createReadSkill, type ReadSkillServices } from './read-skill.ts'
import { createRunCliApp, type RunCliAppServices } from './run-cli-app.ts'
import type { Tool } from './tool.ts'

/** What built-in tools are made of. */
interface ToolServices extends RunCliAppServices, ReadSkillServices {
  find: Find
  /** Without it there is no `install_cli_app`. */
  installer: InstallerSettings | undefined
  cutRuns: CutRuns
}

/** Every built-in tool, in the order in which models see them. */
const makers: readonly ((services: ToolServices) => Tool | undefined)[] = [
  createRunCliApp,
  createFindCliApps,
  createReadSkill,
  createJobStatus,
  createJobResult,
  createJobCancel,
  ({ installer }) => installer && createInstallCliApp(installer),
  // Last, because it appears later: what a prompt cache holds before it stays the same.
  createReadCliOutput,
]

export const builtInTools = (services: ToolServices): Tool[] =>
  makers.map((make) => make(services)).filter((tool) => tool !== undefined)
