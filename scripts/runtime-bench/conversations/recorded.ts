/** A call of a model and its answer, as both are in a conversation. */
interface Exchange {
  call: object
  answer: object
}

/** A program of the recording, as each way to call it shows it. */
export interface RecordedApp {
  name: string
  version: string
  /** Its executable. */
  program: string
  summary: string
  /** What `--help` prints. */
  help: string
  /** One tool for each command. */
  commands: { name: string; description: string; input: object }[]
  /** The skill that we wrote by hand. */
  handWritten: { description: string; text: string }
}

/** A task that was done with the runtime. */
export interface RecordedTask {
  app: string
  message: string
  args: readonly string[]
  stdinFile?: string
  /** What is looked for, where the message names no app. */
  query?: string
  /** The block that the runtime adds to the message; empty without a mention. */
  context: string
  found?: Exchange
  skill: Exchange
  run: Exchange
  /** What the program printed. */
  stdout: string
}

/** Everything that the conversations are counted from. */
export interface Recorded {
  /** The tool list of the runtime. */
  tools: object[]
  apps: RecordedApp[]
  tasks: RecordedTask[]
}
