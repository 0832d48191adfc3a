export {
  type AnthropicTool,
  anthropicTools,
  type ContentBlock,
  executeToolUses,
  type ToolResultBlock,
} from './anthropic-tools.ts'
