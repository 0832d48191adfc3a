import type { OptionValues } from '@cli-apps/core/command-line'
import { isInside } from '@cli-apps/core/node'
import { type AppRunner, createAppRunner } from '@cli-apps/runtime/runner'
import type { CommandContext } from '../context.ts'
import { sandboxPolicy } from './sandbox-option.ts'
import { warnNoSandbox } from './warn-no-sandbox.ts'

/** Opens the runtime with which a person runs apps, by `--sandbox`. `apps` is the workspace with their records, when it is another. */
export async function openRunRuntime(
  options: OptionValues,
  context: CommandContext,
  { apps }: { apps?: string } = {},
): Promise<AppRunner> {
  const { workspace, environment, config } = context
  if (sandboxPolicy(options).sandbox === undefined) await warnNoSandbox(context)
  const settings = {
    workspace: workspace.root,
    environment,
    home: config.home,
    outputCharacters: 1_000_000,
    ...(apps !== undefined && { apps }),
    ...sandboxPolicy(options),
  }
  if (!context.output.isJson) return createAppRunner(settings)
  // A model may read a document of JSON, so the texts of manifests are vetted for it.
  const { createRuntime } = await import('./open-runtime.ts')
  return createRuntime(settings)
}

/** The folder that apps start in: the person's own, where that is in the workspace. */
export const runFolder = ({ workspace, cwd }: Pick<CommandContext, 'workspace' | 'cwd'>): string =>
  isInside(workspace.root, cwd) ? cwd : workspace.root
