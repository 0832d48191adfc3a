import type { OptionValues } from '@cli-apps/core/command-line'
import { isInside } from '@cli-apps/core/node'
import type { Runtime } from '@cli-apps/runtime'
import { type AppRunner, createAppRunner } from '@cli-apps/runtime/runner'
import type { CommandContext } from '../context.ts'
import { sandboxPolicy } from './sandbox-option.ts'
import { warnNoSandbox } from './warn-no-sandbox.ts'

interface RunPlace {
  /** The workspace with the records of the apps, where it is another. */
  apps?: string
  /** What apps have in these runs besides what is granted to them, by app. */
  access?: Readonly<Record<string, readonly string[]>>
}

/** Opens what a person needs to run apps, by `--sandbox`. */
export async function openRunRuntime(
  options: OptionValues,
  context: CommandContext,
  place: RunPlace = {},
): Promise<AppRunner> {
  // A model may read a document of JSON, so the texts of manifests are vetted for it.
  if (context.output.isJson) return openWholeRuntime(options, context, place)
  return createAppRunner(await runtimeSettings(options, context, place))
}

/** Like `openRunRuntime`, with all that a runtime has. */
export async function openWholeRuntime(
  options: OptionValues,
  context: CommandContext,
  place: RunPlace = {},
): Promise<Runtime> {
  const { createRuntime } = await import('./open-runtime.ts')
  return createRuntime(await runtimeSettings(options, context, place))
}

async function runtimeSettings(options: OptionValues, context: CommandContext, { apps, access }: RunPlace) {
  const { workspace, environment, config } = context
  const policy = sandboxPolicy(options)
  if (policy.sandbox === undefined) await warnNoSandbox(context)
  return {
    workspace: workspace.root,
    environment,
    home: config.home,
    outputCharacters: 1_000_000,
    ...(apps !== undefined && { apps }),
    ...(access !== undefined && { access }),
    ...policy,
  }
}

/** The folder that apps start in: the person's own, where that is in the workspace. */
export const runFolder = ({ workspace, cwd }: Pick<CommandContext, 'workspace' | 'cwd'>): string =>
  isInside(workspace.root, cwd) ? cwd : workspace.root
