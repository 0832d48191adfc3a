import { type AppManifest, anyCommand } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'

type Effects = NonNullable<NonNullable<AppManifest['run']>['effects']>
type Entry = NonNullable<Effects['read']>[number]
type Condition = Pick<Exclude<Entry, string>, 'options' | 'operands'>

/** Commands that have their effect with the same options or arguments. */
interface ConditionalCalls {
  /** An empty name is the program without a command. */
  commands: string[]
  condition: Condition
}

interface EntriesProps extends PageProps {
  program: string
  entries: readonly Entry[]
}

/** A longer list is folded behind its beginning: git has three hundred. */
const most = { commands: 18, calls: 8 } as const
const first = { commands: 12, calls: 5 } as const

const anyCall: Entry = { operands: ['*'] }

/** Commands that always have an effect, and below them those that have it with some options or arguments. */
export const EffectEntries: FC<EntriesProps> = ({ page, program, entries }) => {
  const listed = entries.map((entry) => (entry === anyCommand ? anyCall : entry))
  const commands = listed.filter((entry) => typeof entry === 'string')
  const calls = conditionalCalls(listed.filter((entry) => typeof entry !== 'string'))
  const atCommand = commands.length > most.commands ? first.commands : commands.length
  const atCall = calls.length > most.calls ? first.calls : calls.length
  const folded = [...commands.slice(atCommand), ...calls.slice(atCall).flatMap((call) => call.commands)]
  return (
    <>
      <Lists
        page={page}
        program={program}
        commands={commands.slice(0, atCommand)}
        calls={calls.slice(0, atCall)}
      />
      {folded.length > 0 && (
        <details>
          <summary>{page.texts.app.moreCalls(folded.length)}</summary>
          <Lists
            page={page}
            program={program}
            commands={commands.slice(atCommand)}
            calls={calls.slice(atCall)}
          />
        </details>
      )}
    </>
  )
}

interface ListsProps extends PageProps {
  program: string
  commands: readonly string[]
  calls: readonly ConditionalCalls[]
}

const Lists: FC<ListsProps> = ({ page, program, commands, calls }) => (
  <>
    {commands.length > 0 && (
      <ul class="tags">
        {commands.map((command) => (
          <li>
            <code>{lineOf(`${program} ${command}`)}</code>
          </li>
        ))}
      </ul>
    )}
    {calls.length > 0 && (
      <ul class="plain">
        {calls.map((call) => (
          <li>
            <Call page={page} program={program} {...call} />
          </li>
        ))}
      </ul>
    )}
  </>
)

/** Joins neighbors and others that differ in the command alone, at the place of the first one. */
function conditionalCalls(entries: readonly Exclude<Entry, string>[]): ConditionalCalls[] {
  const calls = new Map<string, ConditionalCalls>()
  for (const { command = '', options = [], operands = [] } of entries) {
    const key = JSON.stringify([options, operands])
    const known = calls.get(key)
    if (known === undefined) calls.set(key, { commands: [command], condition: { options, operands } })
    else known.commands.push(command)
  }
  return [...calls.values()]
}

/** Calls with what gives them their effect, in words: signs would read as those of a shell. */
const Call: FC<PageProps & { program: string } & ConditionalCalls> = ({
  page,
  program,
  commands,
  condition: { options = [], operands = [] },
}) => {
  const { app } = page.texts
  const isAny = operands.includes('*')
  if (isAny && commands.includes('') && options.length === 0) return <>{app.anyCall}</>
  const patterns = operands.filter((operand) => operand !== '*' && operand !== '<path>')
  return (
    <>
      <Listed
        or={app.or}
        parts={commands.map((command) => <code>{lineOf([program, command].filter(Boolean).join(' '))}</code>)}
      />{' '}
      {app.calledWith}{' '}
      <Listed
        or={app.or}
        parts={[
          ...options.map((option) => <code>{lineOf(option)}</code>),
          ...(isAny ? [app.anyArgument] : []),
          ...(operands.includes('<path>') ? [app.pathArgument] : []),
          ...patterns.map((pattern, at) => (
            <>
              {at === 0 && `${app.argumentLike} `}
              <code>{lineOf(pattern)}</code>
            </>
          )),
        ]}
      />
    </>
  )
}

/** "a, b or c", where no line starts with a comma. */
const Listed: FC<{ parts: readonly Child[]; or: string }> = ({ parts, or }) => (
  <>
    {parts.map((part, at) => (
      <>
        <span class="unit">
          {part}
          {at < parts.length - 2 && ','}
        </span>
        {at === parts.length - 2 ? or : ' '}
      </>
    ))}
  </>
)
