// ANTHROPIC_API_KEY=… node agent.mjs "a task", in the folder of your apps
import Anthropic from '@anthropic-ai/sdk'
import { createRuntime } from '@cli-apps/runtime'
import { anthropicTools, executeToolUses } from '@cli-apps/runtime/anthropic'

const client = new Anthropic()
const runtime = await createRuntime({ workspace: process.cwd() })
const said = process.argv[2] ?? 'What can you do here?'
const block = await runtime.context(said)
const messages = [{ role: 'user', content: block === undefined ? said : `${said}\n\n${block}` }]

for (let round = 0; round < 30; round++) {
  const message = await client.messages.create({
    model: process.env.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5',
    max_tokens: 4096,
    system: await runtime.systemPrompt(),
    tools: await anthropicTools(runtime),
    messages,
  })
  const results = await executeToolUses(runtime, message.content)
  if (results.length === 0) {
    console.log(message.content.map((part) => (part.type === 'text' ? part.text : '')).join(''))
    break
  }
  messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results })
}
await runtime.close()
