export {
  CommandArgument,
  CommandNode,
  CommandOption,
  calledCommands,
  commandWords,
  emptyCommand,
  OptionValue,
  walkCommands,
} from './command-tree.ts'
export type { CompletionScript } from './completions/completion-script.ts'
export type { HelpRun, RunHelp } from './crawl/ask-for-help.ts'
export { type CrawlHelpOptions, crawlHelp } from './crawl/crawl-help.ts'
export { looksLikeHelp } from './screen/looks-like-help.ts'
export { type ParseHelpOptions, parseHelp } from './screen/parse-help.ts'
