export { type AiTool, type AiToolOptions, type AiToolSchema, aiTools } from './ai-tools.ts'
