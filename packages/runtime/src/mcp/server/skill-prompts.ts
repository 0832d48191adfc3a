import { isAppError, toLine } from '@cli-apps/core'
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Runtime } from '../../runtime.ts'
import type { Skill } from '../../skills/skill.ts'

const task = { name: 'task', description: 'What is to be done', required: false }

/** An app is known by its own name; where a hand-written skill has that name, by the name of its skill. */
function promptNames(skills: readonly Skill[]): Map<string, Skill> {
  const taken = new Set(skills.map(({ name }) => name))
  return new Map(
    skills.map((skill) => [skill.app === undefined || taken.has(skill.app) ? skill.name : skill.app, skill]),
  )
}

/**
 * Serves each skill that can be used as a prompt, which many clients show as a slash command: the text of the skill, and the
 * task that the person wrote after it. Clients are notified of changes; `close` ends that.
 */
export function serveSkillPrompts(
  mcp: McpServer,
  runtime: Pick<Runtime, 'skills' | 'on'>,
): { close(): void } {
  const { server } = mcp
  const usable = async (): Promise<Map<string, Skill>> =>
    promptNames((await runtime.skills.list()).filter(({ available }) => available))
  server.setRequestHandler('prompts/list', async () => ({
    prompts: [...(await usable())].map(([name, { description }]) => ({
      name,
      description,
      arguments: [task],
    })),
  }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const skill = (await usable()).get(name)
    if (skill === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${toLine(name, 80)}.`)
    const [read] = await runtime.skills.requested([skill.name]).catch((error: unknown) => {
      if (!isAppError(error)) throw error
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    })
    const wanted = given.task?.trim() || `Use ${name} for what I ask next.`
    const text = `${read?.text.trim() ?? ''}\n\n---\n\n${wanted}`
    return { description: skill.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
  return {
    close: runtime.on('skills-changed', () => {
      if (mcp.isConnected()) mcp.sendPromptListChanged()
    }),
  }
}
