import { setPriority } from 'node:os'
import { isAppError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { startDetached } from '@cli-apps/core/node'
import type { InstallerOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { AppliedInstall } from '../install/apply/apply-installs.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { ownArgv } from '../own-argv.ts'
import { isOn } from '../ui/terminal.ts'

export const waitOption = {
  wait: {
    type: 'boolean',
    description: 'Read the help and run the recipes before the command ends (default where CI is set)',
  },
} as const satisfies Record<string, InstallerOption>

/** Whether help is read and recipes are run after the command has ended. On a build server nothing may outlive a step. */
export const readsLater = (
  options: OptionValues,
  { environment }: Pick<CommandContext, 'environment'>,
): boolean => options.wait !== true && !isOn(environment.CI)

/** Has apps read again that an earlier install left unread, where a person waits for that. */
export const withUnread = (plans: readonly InstallPlan[], isLater: boolean): InstallPlan[] =>
  plans.map((plan) => (!isLater && plan.facts.record?.unread ? { ...plan, isSettled: false } : plan))

/**
 * Starts `cli-apps skill finish` for what installs left unread. It outlives this process and yields to everything else. The
 * records say what is to be done, so a process that is killed or cannot be started loses nothing.
 */
export async function startReading(
  installed: readonly AppliedInstall[],
  { workspace, environment }: Pick<CommandContext, 'workspace' | 'environment'>,
): Promise<void> {
  if (!installed.some(({ record }) => record.unread)) return
  const argv = [...ownArgv(), 'skill', 'finish', '--workspace', workspace.root]
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  try {
    const reader = await startDetached(argv, { cwd: workspace.root, env })
    reader.giveUp()
    setPriority(reader.pid, 10)
  } catch (error) {
    // `doctor` reports what stays unread.
    if (!isAppError(error) && !(error instanceof Error && 'syscall' in error)) throw error
  }
}
