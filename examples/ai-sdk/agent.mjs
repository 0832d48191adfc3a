// OPENAI_API_KEY=… node agent.mjs "a task", in the folder of your apps
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createRuntime } from '@cli-apps/runtime'
import { aiTools } from '@cli-apps/runtime/ai'
import { generateText, stepCountIs } from 'ai'

const provider = createOpenAICompatible({
  name: 'provider',
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY,
})
const runtime = await createRuntime({ workspace: process.cwd() })
const said = process.argv[2] ?? 'What can you do here?'
const block = await runtime.context(said)

const { text } = await generateText({
  model: provider(process.env.OPENAI_MODEL ?? 'gpt-5-mini'),
  system: await runtime.systemPrompt(),
  prompt: block === undefined ? said : `${said}\n\n${block}`,
  tools: await aiTools(runtime),
  stopWhen: stepCountIs(30),
})
console.log(text)
await runtime.close()
