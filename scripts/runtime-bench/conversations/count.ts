import { quote } from 'shell-quote'
import type { Recorded, RecordedApp, RecordedTask } from './recorded.ts'

/** A way to give command-line programs to a model. */
export interface Approach {
  title: string
  /** What the model is given before the message, once. */
  start: readonly unknown[]
  /** What is written and read for a task, from the message to the output. */
  turns: (task: RecordedTask) => readonly unknown[]
}

const functionTool = (name: string, description: string, parameters: object) => ({
  type: 'function',
  function: { name, description, parameters },
})

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

const text = { type: 'string' }
const bash = functionTool('bash', 'Runs a command in a shell.', object({ command: text }))
const search = functionTool('tool_search', 'Finds tools by what they do.', object({ query: text }))
const execute = functionTool(
  'execute_tool',
  'Runs a tool that tool_search found.',
  object({ name: text, input: { type: 'object' } }),
)

const call = (name: string, input: object) => ({ name, arguments: input })

/** Tools that a search returns, the fitting one first: services that defer tools load three to five. */
const mostFound = 3

/** The six ways beside ours, with the same programs, calls and outputs. */
export function approachesOf({ tools, apps }: Recorded): Approach[] {
  const appOf = ({ app }: RecordedTask): RecordedApp => {
    const found = apps.find(({ name }) => name === app)
    if (found === undefined) throw new Error(`${app} is not among the apps`)
    return found
  }
  const commandLine = (task: RecordedTask): string =>
    quote([appOf(task).program, ...task.args]) + (task.stdinFile === undefined ? '' : ` < ${task.stdinFile}`)
  const shell = (command: string) => call('bash', { command })
  const toolOf = ({ name, description, input }: RecordedApp['commands'][number]) =>
    functionTool(name, description, input)
  const own = (task: RecordedTask) => appOf(task).commands.slice(0, 1)
  const foundFor = (task: RecordedTask) =>
    [...own(task), ...apps.filter(({ name }) => name !== task.app).flatMap(({ commands }) => commands)].slice(
      0,
      mostFound,
    )
  const direct = (task: RecordedTask) => call(own(task)[0]?.name ?? '', { args: task.args })
  const queryOf = ({ query, message }: RecordedTask) => ({ query: query ?? message })
  return [
    {
      title: 'cli-apps',
      start: [tools],
      turns: ({ message, context, found, skill, run }) => [
        message,
        context,
        ...[found, skill, run].flatMap((one) => (one === undefined ? [] : [one.call, one.answer])),
      ],
    },
    {
      title: 'a shell and `--help`',
      start: [[bash]],
      turns: (task) => [
        task.message,
        ...[shell(`${appOf(task).program} --help`), appOf(task).help],
        ...[shell(commandLine(task)), task.stdout],
      ],
    },
    {
      title: 'a shell and hand-written skills',
      start: [
        [bash],
        apps.map(
          ({ name, handWritten }) => `- ${name}: ${handWritten.description} (skills/${name}/SKILL.md)`,
        ),
      ],
      turns: (task) => [
        task.message,
        ...[shell(`cat skills/${task.app}/SKILL.md`), appOf(task).handWritten.text],
        ...[shell(commandLine(task)), task.stdout],
      ],
    },
    {
      title: 'one tool per app',
      start: [
        apps.map(({ name, summary }) =>
          functionTool(name, summary, object({ args: { type: 'array', items: text } })),
        ),
      ],
      turns: (task) => [
        task.message,
        ...[call(task.app, { args: ['--help'] }), appOf(task).help],
        ...[call(task.app, { args: task.args }), task.stdout],
      ],
    },
    {
      title: 'one MCP tool per command',
      start: [apps.flatMap(({ commands }) => commands.map(toolOf))],
      turns: (task) => [task.message, direct(task), task.stdout],
    },
    {
      title: 'deferred tool search',
      start: [[search]],
      turns: (task) => [
        task.message,
        ...[call('tool_search', queryOf(task)), foundFor(task).map(toolOf)],
        ...[direct(task), task.stdout],
      ],
    },
    {
      title: 'two meta-tools',
      start: [[search, execute]],
      turns: (task) => [
        task.message,
        call('tool_search', queryOf(task)),
        [own(task).map(toolOf), foundFor(task).map(({ name, description }) => ({ name, description }))],
        call('execute_tool', { name: own(task)[0]?.name, input: { args: task.args } }),
        task.stdout,
      ],
    },
  ]
}
