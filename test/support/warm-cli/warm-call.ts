/** One command line, and what its process would have. */
export interface WarmCall {
  words: readonly string[]
  cwd: string
  environment: Readonly<Record<string, string>>
}

/** What a process leaves: its exit status, and all that it wrote. */
export interface WarmAnswer {
  status: number
  stdout: string
  stderr: string
}
