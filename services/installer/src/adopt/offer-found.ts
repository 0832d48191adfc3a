import { CanceledError, type InstallRecord, isAppError, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { CommandContext } from '../context.ts'
import { installChangePlan } from '../install/describe-install.ts'
import { installedText } from '../install/describe-install-result.ts'
import { installApps } from '../install/install-apps.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planInstalls } from '../install/plan-install.ts'
import { carryOut } from '../plan/carry-out.ts'
import { readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { askLine, canAsk } from '../ui/prompt.ts'
import { tableText } from '../ui/table.ts'
import { chooseFound, type FoundOnPath } from './scan-path.ts'

/** What became of the programs that were found. */
export interface ScanOutcome {
  found: readonly FoundOnPath[]
  adopted: InstallRecord['name'][]
  refused: { name: string; reason: string }[]
  /** The same for people. */
  lines: string[]
}

/**
 * Lets a person choose among found programs, then proves and adopts the chosen ones. Nobody chooses without a terminal, or
 * with `--yes`, which confirms and does not choose: they are then only listed.
 */
export async function offerFound(
  found: readonly FoundOnPath[],
  options: OptionValues,
  context: CommandContext,
): Promise<ScanOutcome> {
  const listed = { found, adopted: [], refused: [] }
  if (found.length === 0)
    return {
      ...listed,
      lines: [t('init.none-found', 'No program on PATH is known and new to this workspace.')],
    }
  if (options.yes === true || !canAsk(context)) return { ...listed, lines: foundLines(found) }
  context.output.notice(listText(found))
  const answer = await askLine(
    t('init.which', 'Which do you want to adopt? Numbers, names, "all", or nothing:'),
    context,
  )
  const chosen = chooseFound(answer, found)
  return chosen.length === 0 ? { ...listed, lines: [] } : adoptChosen(chosen, found, context)
}

async function adoptChosen(
  chosen: readonly FoundOnPath[],
  found: readonly FoundOnPath[],
  context: CommandContext,
): Promise<ScanOutcome> {
  const facts = await readWorkspaceFacts(context.workspace)
  const wanted = chosen.map(({ name }) => ({ name, range: 'latest', isExplicit: false }))
  const plans = await planInstalls(wanted, {
    context,
    facts,
    options: {
      registry: undefined,
      only: undefined,
      adopt: true,
      allowGeneral: false,
      allowed: { scripts: [], builds: [], sources: [] },
    },
  })
  const plan = installChangePlan('init', plans, context)
  const { value, text } = await carryOut<Pick<ScanOutcome, 'adopted' | 'refused'>>(plan, {}, context, () =>
    adoptEach(plans, context),
  )
  const { adopted, refused } = 'adopted' in value ? value : { adopted: [], refused: [] }
  return { found, adopted, refused, lines: [text] }
}

/** One that turns out to be another program does not keep the others from being adopted. */
async function adoptEach(plans: readonly InstallPlan[], context: CommandContext) {
  const adopted: InstallRecord['name'][] = []
  const refused: ScanOutcome['refused'] = []
  const lines: string[] = []
  for (const plan of plans) {
    try {
      const installed = await installApps([plan], context, { command: 'init' })
      adopted.push(plan.name)
      lines.push(...installed.map(installedText))
    } catch (error) {
      if (!isAppError(error) || error instanceof CanceledError) throw error
      refused.push({ name: plan.name, reason: error.message })
      lines.push(
        t('init.not-adopted', '{name} is not adopted: {reason}', { name: plan.name, reason: error.message }),
      )
    }
  }
  return { value: { adopted, refused }, text: lines.join('\n') }
}

const listText = (found: readonly FoundOnPath[]): string =>
  tableText(found.map(({ name, program, summary }, at) => [String(at + 1), name, program, summary]))

const foundLines = (found: readonly FoundOnPath[]): string[] => [
  t('init.found', 'Known programs on PATH:'),
  ...listText(found)
    .split('\n')
    .map((line) => `  ${line}`),
  t('init.adopt-them', 'To adopt one after a check, run: {cli} install NAME --adopt'),
]
