import type { Child, FC } from 'hono/jsx'
import { blockOf } from './shown-text.ts'

interface Stage {
  name?: string | undefined
  program?: string | undefined
  args: readonly string[]
}

interface CallProps {
  call: Stage & {
    stdin_file?: string | undefined
    stdout_file?: string | undefined
    pipe?: readonly (Stage & { name: string })[] | undefined
  }
  program: string
  /** Examples by the name of the placeholder. */
  placeholders: Readonly<Record<string, string>>
}

/** A call as a command line, for people: with examples in the place of placeholders. */
export const CallLine: FC<CallProps> = ({ call, program, placeholders }) => {
  const word = (text: string): Child => <Word text={text} placeholders={placeholders} />
  const { args, stdin_file: from, stdout_file: to, pipe = [] } = call
  return (
    <pre class="call" tabindex={0}>
      <code>
        {program}
        {args.map((arg) => [' ', word(arg)])}
        {from !== undefined && [' < ', word(from)]}
        {pipe.map((stage) => [' | ', stage.program ?? stage.name, stage.args.map((arg) => [' ', word(arg)])])}
        {to !== undefined && [' > ', word(to)]}
      </code>
    </pre>
  )
}

const plain = /^[\w@%+=:,./-]+$/

/** One argument: quoted where a shell needs it, with its examples marked. */
const Word: FC<{ text: string; placeholders: CallProps['placeholders'] }> = ({ text, placeholders }) => {
  const parts = text.split(/(\{[a-z][a-z0-9_]*\})/).map((part) => {
    const name = part.startsWith('{') ? part.slice(1, -1) : ''
    const example = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined
    return { text: blockOf(example ?? part), isExample: example !== undefined }
  })
  const quote = plain.test(parts.map((part) => part.text).join('')) ? '' : "'"
  return (
    <>
      {quote}
      {parts.map((part) => {
        const shown = quote === '' ? part.text : part.text.replaceAll("'", `'\\''`)
        return part.isExample ? <var>{shown}</var> : shown
      })}
      {quote}
    </>
  )
}
