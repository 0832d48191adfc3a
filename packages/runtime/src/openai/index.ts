export {
  type ChatToolCall,
  type ChatToolMessage,
  executeToolCalls,
  openaiTools,
} from './chat-tools.ts'
export {
  executeFunctionCalls,
  type FunctionCallOutput,
  openaiResponsesTools,
  type ResponseItem,
} from './responses-tools.ts'
