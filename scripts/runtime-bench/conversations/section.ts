import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Approach, approachesOf } from './count.ts'
import type { Recorded, RecordedTask } from './recorded.ts'

const tokensOf = (part: unknown): number => {
  const text = typeof part === 'string' ? part : JSON.stringify(part)
  return text === '' ? 0 : countTokens(text)
}
const sumOf = (parts: readonly unknown[]): number =>
  parts.reduce<number>((sum, part) => sum + tokensOf(part), 0)
const shown = (value: number): string => value.toLocaleString('en')

/** The part of `docs/tokens.md` about whole conversations, from the recorded ones alone. */
export function conversationsSection(recorded: Recorded): string {
  const { apps, tasks } = recorded
  const approaches = approachesOf(recorded)
  const [ours] = approaches
  if (ours === undefined) return ''
  const each = approaches.map((approach) => {
    const start = sumOf(approach.start)
    const turns = tasks.map((task) => sumOf(approach.turns(task)))
    const all = turns.reduce((sum, tokens) => sum + tokens, 0)
    return { title: approach.title, start, turns, mean: Math.round(start + all / turns.length) }
  })
  return `## Whole conversations

Ten tasks, each as a conversation of its own: what the model is given first, the message, every call and every answer, up to the program's output ([word for word](conversations.md)). The tokens of one conversation:

| way | tools and lists at the start | mean of the rest | mean of the whole |
| --- | ---: | ---: | ---: |
${each.map(({ title, start, mean }) => `| ${title} | ${shown(start)} | ${shown(mean - start)} | **${shown(mean)}** |`).join('\n')}

**For one task with one program, cli-apps is not the cheapest way**: most of its tokens are the skill, which is longer than what a person writes about four programs, and than the help of a small one. It pays off where many apps are installed or their help is long, and it buys what is not counted here: checked arguments, confirmations, a sandbox.

| task | ${each.map(({ title }) => title).join(' | ')} |
| --- |${each.map(() => ' ---: |').join('')}
${tasks.map((task, at) => `| ${task.message} | ${each.map(({ start, turns }) => shown(start + (turns[at] ?? 0))).join(' | ')} |`).join('\n')}

**We wrote the tasks and the calls; no model was watched.** A model may need more calls, or fewer: who knows jq needs neither its help nor a skill. What was called was really run: ${apps.map(({ name, version }) => `${name} ${version}`).join(', ')}, installed from Debian and npm, and every answer is what the runtime or the program gave. Each text is counted once, although an API takes the whole conversation again with each request; prompt caches make that cheap, and it would favor what takes few calls.

${partsText(ours, tasks)}

The other ways have the same programs, calls and outputs, and nothing around them: no confirmation, no sandbox, no record of what was run.

- **A shell and \`--help\`**: one tool \`bash\`; the whole help is read once.
- **A shell and hand-written skills**: the same, with a list of skills, and the skill that we wrote by hand for each program (${apps.map(({ name, handWritten }) => `${name} ${shown(tokensOf(handWritten.text))}`).join(', ')} tokens; \`scripts/runtime-bench/conversations/tasks.ts\`). It costs the work of whoever writes it, and knows only what was written.
- **One tool per app**: a summary and a list of arguments; the help is read as in a shell.
- **One MCP tool per command**: the schemas of \`cli-apps tools\`, all at the start. The four programs have one command each; [programs with many](#tokens-of-the-tool-list) are where this way ends.
- **Deferred tool search**: one tool that finds tools; the schemas of three, the fitting one first, are loaded.
- **Two meta-tools**: one that finds tools and gives the schema of the fitting one, and one that runs it by its name.

The lists at the start are those of four apps. With more, those of one tool per app and per command grow with each, that of cli-apps up to its budget ([below](#tokens-of-the-tool-list)); those of the shell without skills, of tool search and of two meta-tools stay.
`
}

/** What our own tokens are spent on. */
function partsText({ start }: Approach, tasks: readonly RecordedTask[]): string {
  const mean = (of: (task: RecordedTask) => readonly unknown[]): string =>
    shown(Math.round(tasks.reduce((sum, task) => sum + sumOf(of(task)), 0) / tasks.length))
  const searched = tasks.filter(({ found }) => found !== undefined)
  const foundMean = Math.round(
    searched.reduce((sum, { found }) => sum + sumOf(found ? [found.call, found.answer] : []), 0) /
      Math.max(searched.length, 1),
  )
  return `- **cli-apps**: the tool list takes ${shown(sumOf(start))} tokens, the block of facts for a mention ${mean(({ context }) => [context])}, the skill ${mean(({ skill }) => [skill.call, skill.answer])}, the run and its result ${mean(({ run }) => [run.call, run.answer])}, each as a mean of the ten. In ${searched.length} tasks the message names no app, and \`find_cli_apps\` is asked: ${shown(foundMean)}.`
}
