import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions } from '../../command.ts'
import { agentWords, readConnectRequest, userOption } from '../../connect/connect-options.ts'
import type { DisconnectResult } from '../../connect/connect-result.ts'
import { applyDisconnection, planDisconnection, shownRemoval } from '../../connect/disconnect-agents.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

export const disconnect: Command<DisconnectResult | ChangePlan> = {
  summary: 'Remove what connect wrote to the configuration of agents',
  usage: '<agent...>',
  completes: agentWords,
  options: { ...userOption, ...changeOptions },
  async run(words, options, context) {
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const request = await readConnectRequest(words, options, context)
    const plan = shownRemoval(request, await planDisconnection(request, context), context)
    return carryOut(plan, options, context, () => applyDisconnection(request, context))
  },
}
