export type { HelpRun, RunHelp } from './ask-for-help.ts'
export { type CrawlHelpOptions, crawlHelp } from './crawl-help.ts'
export { looksLikeHelp } from './looks-like-help.ts'
export { type ParseHelpOptions, parseHelp } from './parse-help.ts'
