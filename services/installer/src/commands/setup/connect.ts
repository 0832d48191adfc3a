import { cliCall, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import { applyConnection, planConnection, shownPlan } from '../../connect/connect-agents.ts'
import { agentWords, readConnectRequest, userOption } from '../../connect/connect-options.ts'
import type { ConnectResult } from '../../connect/connect-result.ts'
import { listAgents } from '../../connect/list-agents.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

export const connect: Command<ConnectResult | ChangePlan> = {
  summary: 'Register the MCP server in the configuration of agents',
  usage: '<agent...>',
  completes: agentWords,
  options: {
    ...userOption,
    list: { type: 'boolean', description: 'List the agents found here, and which are connected' },
    ...changeOptions,
  },
  async run(words, options, context) {
    if (options.list === true) {
      if (words.length === 0) return listAgents(context)
      throw new UsageError('cli.bad-connect', t('cli.bad-connect', '--list takes no agents.'), {
        hint: `${cliCall()} connect --list`,
      })
    }
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const request = await readConnectRequest(words, options, context)
    const plan = shownPlan(request, await planConnection(request, context), context)
    return carryOut(plan, options, context, () => applyConnection(request, context))
  },
}
