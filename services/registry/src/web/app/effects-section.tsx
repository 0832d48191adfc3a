import type { AppManifest } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { EffectEntries } from './effect-entries.tsx'
import type { VersionProps } from './shown-app.ts'

type Effects = NonNullable<NonNullable<AppManifest['run']>['effects']>

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
            <EffectEntries page={page} program={program} entries={entries} />
          </dd>
        </>
      )
    })}
  </dl>
)
