import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createRuntime, type Runtime, type RuntimeOptions } from '../../../packages/runtime/src/index.ts'
import {
  createFixtureWorkspace,
  type FixtureApp,
  type FixtureWorkspace,
} from '../../support/fixture-workspace.ts'

/** A workspace per test, with skills of three sources, and runtimes that close with the test. */
export interface SkillHarness {
  workspace: FixtureWorkspace
  /** Folders of the user's skills and of built-in ones. */
  user: string
  builtIn: string
  open(options?: Partial<RuntimeOptions>): Promise<Runtime>
  /** Writes a SKILL.md; `folder` defaults to the workspace's. */
  write(name: string, text: string, folder?: string): Promise<string>
  /** Installs an app with a skill as the installer writes it. */
  installWithSkill(name: string, files: Record<string, string>, app?: FixtureApp): Promise<void>
}

export const skillText = (description: string, more = '', body = 'How to do it.'): string =>
  `---\nname: any\ndescription: ${description}\n${more}---\n\n${body}\n`

export function useSkillHarness(): SkillHarness {
  const harness = {} as SkillHarness
  let runtimes: Runtime[] = []
  beforeEach(async () => {
    const workspace = await createFixtureWorkspace()
    const config = path.join(path.dirname(workspace.root), 'config')
    const user = path.join(config, 'cli-apps', 'skills')
    const builtIn = path.join(path.dirname(workspace.root), 'built in')
    await mkdir(workspace.root, { recursive: true })
    const write: SkillHarness['write'] = async (name, text, folder = workspace.skills) => {
      const file = path.join(folder, name, 'SKILL.md')
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
      return file
    }
    Object.assign(harness, {
      workspace,
      user,
      builtIn,
      write,
      async open(options: Partial<RuntimeOptions> = {}) {
        const environment = {
          PATH: process.env.PATH,
          CLI_APPS_HOME: process.env.CLI_APPS_HOME,
          HOME: config,
          XDG_CONFIG_HOME: config,
          APPDATA: config,
        }
        const runtime = await createRuntime({
          workspace: workspace.root,
          audit: false,
          environment,
          builtInSkills: [builtIn],
          ...options,
        })
        runtimes.push(runtime)
        return runtime
      },
      async installWithSkill(name: string, files: Record<string, string>, app: FixtureApp = {}) {
        await workspace.install(name, { ...app, skill: files })
      },
    } satisfies Partial<SkillHarness>)
  })
  afterEach(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.close()))
    runtimes = []
    await harness.workspace[Symbol.asyncDispose]()
  })
  return harness
}
