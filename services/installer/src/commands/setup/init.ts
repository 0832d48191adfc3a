import path from 'node:path'
import { agents, t, UsageError } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { exists, findWorkspace, listInstalled, type Workspace, workspaceAt } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { offerFound, type ScanOutcome } from '../../adopt/offer-found.ts'
import { type FoundOnPath, scanPath } from '../../adopt/scan-path.ts'
import { agentOption, chooseAgents } from '../../agents/choose-agents.ts'
import { detectAgents } from '../../agents/detect-agents.ts'
import { type Command, type CommandResult, changeOptions, textOption } from '../../command.ts'
import { connectable } from '../../connect/connectable.ts'
import type { CommandContext } from '../../context.ts'
import { workspaceFileChange } from '../../install/install-changes.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { gitignoreChange, type InitPlan, initFiles, planInit } from '../../workspace/plan-init.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { commitChanges } from '../../workspace/transaction.ts'
import { withWorkspaceLock } from '../../workspace/with-workspace.ts'
import type { InitResult } from './init-result.ts'

export const init: Command<InitResult | ChangePlan> = {
  summary: 'Set up a workspace in this folder, for the agents that use it',
  usage: '',
  options: {
    ...changeOptions,
    ...agentOption,
    scan: {
      type: 'boolean',
      description: 'Also offer the programs on PATH that the catalog knows',
    },
  },
  async run(args, options, context) {
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many-words',
        t('cli.too-many-words', 'init takes no arguments, but received {args}.', { args: args.join(' ') }),
        {
          hint: t('cli.too-many-words.hint', 'To use another folder, pass --workspace DIR.'),
        },
      )
    // The very folder: a workspace further up is another one.
    const workspace = workspaceAt(path.resolve(context.cwd, textOption(options, 'workspace') ?? '.'))
    const { signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const requested = await chooseAgents(options, workspace.root)
    const plan = await planInit(workspace, requested ?? (await detectAgents(workspace.root)))
    const shown = initChangePlan(plan, workspace, await remarksOf(plan, workspace, context))
    const here = { ...context, workspace }
    const found = options.scan === true ? await scanPath(here) : undefined
    return carryOut(withFound(shown, found), options, context, async () => {
      const done = await applyInit(plan, here)
      return found === undefined ? done : withOutcome(done, await offerFound(found, options, here))
    })
  },
}

function withFound(plan: ChangePlan, found: readonly FoundOnPath[] | undefined): ChangePlan {
  if (found === undefined) return plan
  const remark = plural(
    'init.found-count',
    '{count, plural, one {# known program is} other {# known programs are}} on PATH',
    { count: found.length },
  )
  const changes = plan.changes.map((change) => ({
    ...change,
    remarks: [...change.remarks, remark],
    facts: { ...change.facts, found: found.map((one) => ({ ...one })) },
  }))
  return { ...plan, changes }
}

const withOutcome = (
  { value, text }: CommandResult<InitResult>,
  { found, adopted, refused, lines }: ScanOutcome,
): CommandResult<InitResult> => ({
  value: { ...value, found: [...found], adopted, refused },
  text: [text, ...lines].join('\n'),
})

const initChangePlan = (plan: InitPlan, workspace: Workspace, remarks: string[]): ChangePlan => ({
  command: 'init',
  workspace: workspace.root,
  changes: [
    {
      subject: workspace.root,
      summary:
        initFiles(plan, workspace).length === 0
          ? t('init.already-set-up', '{root} is already set up', { root: workspace.root })
          : t('init.set-up-workspace', 'set up a workspace in {root}', { root: workspace.root }),
      effects: writes(...initFiles(plan, workspace)),
      permissions: [],
      remarks,
      facts: { agents: plan.file.agents ?? [], added: plan.added },
    },
  ],
})

async function remarksOf(
  { file, added, gitignore }: InitPlan,
  workspace: Workspace,
  { config, environment }: CommandContext,
): Promise<string[]> {
  const outer = await findWorkspace(path.dirname(workspace.root), { home: config.home, environment })
  const isInner = outer.root !== workspace.root && (await exists(outer.file))
  const titles = (file.agents ?? []).map((id) => agents[id].title)
  return [
    ...(isInner
      ? [
          t('init.also-workspace-apps-separate', '{root} is also a workspace; its apps are separate', {
            root: outer.root,
          }),
        ]
      : []),
    ...(added.length > 0
      ? [
          t('init.skills-will-also-placed', 'skills will also be placed for {titles}', {
            titles: titles.join(', '),
          }),
        ]
      : []),
    ...(titles.length === 0
      ? [t('init.no-agent-found-skills', 'no agent was found; skills will be placed in skills/ only')]
      : []),
    ...(gitignore === undefined
      ? []
      : [
          t(
            'init.add-cli-apps-gitignore-because',
            'add .cli-apps/ to .gitignore, because it belongs to this machine only',
          ),
        ]),
  ]
}

async function applyInit(plan: InitPlan, context: CommandContext): Promise<CommandResult<InitResult>> {
  const { workspace, signal, output } = context
  const written = initFiles(plan, workspace)
  if (written.length > 0) {
    await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
      // Another command may have changed the files since they were read for the plan.
      const now = await planInit(workspace, plan.added)
      await commitChanges(workspace, 'init', [
        ...(now.isDeclaring ? await workspaceFileChange(workspace, now.file) : []),
        ...(now.gitignore === undefined ? [] : [gitignoreChange(now.gitignore)]),
      ])
    })
  }
  const next = await nextSteps(plan, context)
  const { root } = workspace
  const done =
    written.length === 0
      ? t('init.already-set-up.already-set-up', '{root} is already set up.', { root })
      : t('init.set-up', '{root} is set up.', { root })
  return {
    value: {
      workspace: workspace.root,
      changed: written.length > 0,
      written,
      agents: plan.file.agents ?? [],
      added: plan.added,
      next,
    },
    text: [done, ...next.map((step) => t('init.next', '  next: {step}', { step }))].join('\n'),
  }
}

async function nextSteps({ file, added }: InitPlan, context: CommandContext): Promise<string[]> {
  const installed = await listInstalled(context.workspace)
  const unconnected = await connectable(file.agents ?? [], context)
  const connect = unconnected.length === 0 ? [] : [`cli-apps connect ${unconnected.join(' ')}`]
  if (installed.length === 0)
    return ['cli-apps search <what you need>', 'cli-apps install <name>', ...connect]
  const next = added.length === 0 ? 'cli-apps list' : `cli-apps install ${installed.join(' ')}`
  return [next, ...connect]
}
