// OPENAI_API_KEY=… node agent.mjs "a task", in the folder of your apps
import { createRuntime } from '@cli-apps/runtime'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'

const runtime = await createRuntime({ workspace: process.cwd() })
const tools = (await runtime.tools.list()).map(({ name, description, input }) =>
  tool(
    async (given, { signal } = {}) =>
      JSON.stringify(await runtime.tools.execute({ name, arguments: given }, { signal })),
    { name, description, schema: input },
  ),
)
const model = new ChatOpenAI({
  model: process.env.OPENAI_MODEL ?? 'gpt-5-mini',
  configuration: { baseURL: process.env.OPENAI_BASE_URL },
})
const agent = createAgent({ model, tools, systemPrompt: await runtime.systemPrompt() })
const said = process.argv[2] ?? 'What can you do here?'
const block = await runtime.context(said)

const { messages } = await agent.invoke({
  messages: [{ role: 'user', content: block === undefined ? said : `${said}\n\n${block}` }],
})
console.log(messages.at(-1).text)
await runtime.close()
