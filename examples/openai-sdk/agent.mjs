// OPENAI_API_KEY=… node agent.mjs "a task", in the folder of your apps
import { createRuntime } from '@cli-apps/runtime'
import { executeFunctionCalls, openaiResponsesTools } from '@cli-apps/runtime/openai'
import OpenAI from 'openai'

const client = new OpenAI()
const runtime = await createRuntime({ workspace: process.cwd() })
const said = process.argv[2] ?? 'What can you do here?'
const block = await runtime.context(said)
const input = [{ role: 'user', content: block === undefined ? said : `${said}\n\n${block}` }]

for (let round = 0; round < 30; round++) {
  const response = await client.responses.create({
    model: process.env.OPENAI_MODEL ?? 'gpt-5-mini',
    instructions: await runtime.systemPrompt(),
    tools: await openaiResponsesTools(runtime),
    input,
  })
  const results = await executeFunctionCalls(runtime, response.output)
  if (results.length === 0) {
    console.log(response.output_text)
    break
  }
  input.push(...response.output, ...results)
}
await runtime.close()
