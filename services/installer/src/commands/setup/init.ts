import path from 'node:path'
import { agents, t, UsageError } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { exists, findWorkspace, type Workspace, workspaceAt } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { offerFound, type ScanOutcome } from '../../adopt/offer-found.ts'
import { type FoundOnPath, scanPath } from '../../adopt/scan-path.ts'
import { agentOption, chooseAgents } from '../../agents/choose-agents.ts'
import { detectAgents } from '../../agents/detect-agents.ts'
import { type Command, type CommandResult, changeOptions, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { applyInit, initChanges } from '../../init/apply-init.ts'
import { chooseLayout, layoutOption } from '../../init/choose-layout.ts'
import { connectOption, offerConnection, withConnection } from '../../init/offer-connection.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { removes, writes } from '../../plan/planned-effect.ts'
import { type InitPlan, initFiles, planInit } from '../../workspace/plan-init.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import type { FileChange } from '../../workspace/transaction.ts'
import type { InitResult } from './init-result.ts'

export const init: Command<InitResult | ChangePlan> = {
  summary: 'Set up a workspace in this folder, for the agents that use it',
  usage: '',
  options: {
    ...changeOptions,
    ...agentOption,
    ...layoutOption,
    ...connectOption,
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
    const here = { ...context, workspace }
    const requested = await chooseAgents(options, workspace.root)
    const layout = await chooseLayout(options, here)
    const plan = await planInit(workspace, requested ?? (await detectAgents(workspace.root)), layout)
    const changes = await initChanges(plan, here)
    const shown = initChangePlan(plan, { workspace, changes, remarks: await remarksOf(plan, here) })
    const whole = await withConnection(shown, plan.file.agents ?? [], { options, context: here })
    const found = options.scan === true ? await scanPath(here) : undefined
    const done = await carryOut(withFound(whole, found), options, here, async () => {
      const done = await applyInit(plan, here)
      return found === undefined ? done : withOutcome(done, await offerFound(found, options, here))
    })
    return 'next' in done.value ? offerConnection({ ...done, value: done.value }, options, here) : done
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

interface ShownInit {
  workspace: Workspace
  changes: readonly FileChange[]
  remarks: string[]
}

const initChangePlan = (plan: InitPlan, { workspace, changes, remarks }: ShownInit): ChangePlan => ({
  command: 'init',
  workspace: workspace.root,
  changes: [
    {
      subject: workspace.root,
      summary:
        initFiles(plan, workspace).length === 0
          ? t('init.already-set-up', '{root} is already set up', { root: workspace.root })
          : t('init.set-up-workspace', 'set up a workspace in {root}', { root: workspace.root }),
      effects: changes.flatMap(({ path: file, content }) =>
        content === null ? removes(path.join(workspace.root, file)) : writes(path.join(workspace.root, file)),
      ),
      permissions: [],
      remarks,
      facts: {
        agents: plan.file.agents ?? [],
        added: plan.added,
        layout: plan.file.skills?.layout ?? 'per-app',
      },
    },
  ],
})

async function remarksOf(
  { file, added, gitignore, layout }: InitPlan,
  { workspace, config, environment }: CommandContext,
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
      ? [
          t(
            'init.no-agent-found-skills',
            'no agent was found in this folder; skills will be placed in skills/ only',
          ),
        ]
      : []),
    ...(layout === undefined
      ? []
      : [
          layout === 'umbrella'
            ? t(
                'init.umbrella',
                'agents will find one skill that names all apps; those of the apps are behind it',
              )
            : t('init.per-app', 'agents will find one skill for each app'),
        ]),
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
