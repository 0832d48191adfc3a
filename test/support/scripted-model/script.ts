/** What a request to the scripted model says, whatever API it came by. */
export interface Turn {
  /** Names of the tools that the agent offers. */
  tools: readonly string[]
  /** What the tools answered since the last message of the person, oldest first. */
  results: readonly string[]
  /** All that the person and the agent's own notes say, one after the other. */
  said: string
}

export type ScriptedAnswer = { say: string } | { call: { tool: string; input: Record<string, unknown> } }

/** A call that ran, by what results of `run_cli_app` have. */
const hasRun = (result: string): boolean => result.includes('"exit_code"')

/**
 * Plays one task, which was written for a test and is no model: calls the tool `run_cli_app` once with `input`, then answers
 * with its result. Where the agent has its tools searched first, it searches. To other requests, such as one for a title, it
 * says "ok".
 */
export const oneCall =
  (input: Record<string, unknown>) =>
  ({ tools, results }: Turn): ScriptedAnswer => {
    const ran = results.find(hasRun)
    if (ran !== undefined) return { say: `The tool answered: ${ran}` }
    const tool = tools.find((name) => name.endsWith('run_cli_app'))
    if (tool !== undefined) return { call: { tool, input } }
    return tools.includes('tool_search') && results.length === 0
      ? { call: { tool: 'tool_search', input: { query: 'run_cli_app' } } }
      : { say: 'ok' }
  }
