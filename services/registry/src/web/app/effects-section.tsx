import type { AppManifest } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'
import type { VersionProps } from './shown-app.ts'

type Effects = NonNullable<NonNullable<AppManifest['run']>['effects']>
type Entry = NonNullable<Effects['read']>[number]

const order = ['destructive', 'write', 'read'] as const

/** Which commands and options change something, by program. */
export const EffectsSection: FC<VersionProps> = ({ page, version: { manifest } }) => {
  const { texts } = page
  const programs = [
    { name: manifest.entry_point, effects: manifest.run?.effects },
    ...(manifest.programs ?? []),
  ].flatMap(({ name, effects }) => (effects === undefined ? [] : [{ name, effects }]))
  if (programs.length === 0) return null
  return (
    <section id="effects">
      <h2>{texts.app.effects}</h2>
      <p class="quiet">{texts.app.effectsLead}</p>
      {programs.map(({ name, effects }) => (
        <EffectList page={page} program={name} effects={effects} />
      ))}
    </section>
  )
}

const EffectList: FC<PageProps & { program: string; effects: Effects }> = ({ page, program, effects }) => (
  <dl class="facts">
    {order.map((effect) => {
      const entries = effects[effect] ?? []
      return entries.length === 0 ? null : (
        <>
          <dt>
            <span class={`tag ${effect}`}>{page.texts.app.effectNames[effect]}</span>
          </dt>
          <dd>
            <Entries page={page} program={program} entries={entries} />
          </dd>
        </>
      )
    })}
  </dl>
)

/** Commands that always have an effect in one line, and below it those that have it with some options or arguments. */
const Entries: FC<PageProps & { program: string; entries: readonly Entry[] }> = ({
  page,
  program,
  entries,
}) => {
  const commands = entries.filter((entry) => typeof entry === 'string')
  const others = entries.filter((entry) => typeof entry !== 'string')
  return (
    <>
      {commands.map((command, at) => (
        <>
          {at > 0 && ', '}
          <code>{lineOf(`${program} ${command}`)}</code>
        </>
      ))}
      {others.length > 0 && (
        <ul class="plain">
          {others.map((entry) => (
            <li>
              <Call page={page} program={program} entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A call with what gives it its effect, in words: signs would read as those of a shell. */
const Call: FC<PageProps & { program: string; entry: Exclude<Entry, string> }> = ({
  page: { texts },
  program,
  entry: { command, options = [], operands = [] },
}) => {
  const { app } = texts
  const isAny = operands.includes('*')
  if (isAny && command === undefined && options.length === 0) return app.anyCall
  const name = <code>{lineOf([program, command].filter(Boolean).join(' '))}</code>
  const patterns = operands.filter((operand) => operand !== '*' && operand !== '<path>')
  const given = [
    ...options.map((option) => <code>{lineOf(option)}</code>),
    ...(isAny ? [app.anyArgument] : []),
    ...(operands.includes('<path>') ? [app.pathArgument] : []),
    ...patterns.map((pattern, at) => (
      <>
        {at === 0 && `${app.argumentLike} `}
        <code>{lineOf(pattern)}</code>
      </>
    )),
  ]
  return (
    <>
      {name} {app.calledWith}{' '}
      {given.map((part, at) => (
        <>
          {at > 0 && (at === given.length - 1 ? app.or : ', ')}
          {part}
        </>
      ))}
    </>
  )
}
