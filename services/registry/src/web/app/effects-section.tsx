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
            {entries.map((entry, at) => (
              <>
                {at > 0 && ', '}
                <Calls page={page} program={program} entry={entry} />
              </>
            ))}
          </dd>
        </>
      )
    })}
  </dl>
)

/** The calls that an entry stands for. */
const Calls: FC<PageProps & { program: string; entry: Entry }> = ({ page: { texts }, program, entry }) => {
  const isAny =
    typeof entry === 'object' &&
    entry.command === undefined &&
    entry.options === undefined &&
    entry.operands?.join() === '*'
  return isAny ? texts.app.anyCall : <code>{lineOf(callsOf(program, entry))}</code>
}

function callsOf(program: string, entry: Entry): string {
  if (typeof entry === 'string') return `${program} ${entry}`
  const { command, options = [], operands = [] } = entry
  return [program, command, [...options, ...operands].join(' | ')].filter(Boolean).join(' ')
}
