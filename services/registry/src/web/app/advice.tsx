import { gotchaText } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import { Prose } from '../parts/prose.tsx'
import { SafeLink } from '../parts/safe-link.tsx'
import { lineOf } from '../parts/shown-text.ts'
import type { VersionProps } from './shown-app.ts'

/** What the manifest advises: what to decide, what goes wrong, and when another app is better. */
export const Advice: FC<VersionProps> = ({ page, version: { manifest, neighbors } }) => {
  const { root, texts } = page
  const { choose = [], fixes = [], gotchas = [], instead = [] } = manifest.skill ?? {}
  const others = instead.filter(({ app }) => neighbors.has(app))
  return (
    <>
      <Pairs
        id="choose"
        title={texts.app.choose}
        pairs={choose.map(({ situation, use }) => [<Prose text={situation} />, <Prose text={use} />])}
      />
      <Pairs
        id="fixes"
        title={texts.app.fixes}
        pairs={fixes.map(({ symptom, fix, source }) => [
          <code>{lineOf(symptom)}</code>,
          <>
            <Prose text={fix} />
            <Source at={source} word={texts.app.source} />
          </>,
        ])}
      />
      {gotchas.length > 0 && (
        <section id="gotchas">
          <h2>{texts.app.gotchas}</h2>
          <ul>
            {gotchas.map((gotcha) => (
              <li>
                <Prose text={gotchaText(gotcha)} />
                <Source at={typeof gotcha === 'string' ? undefined : gotcha.source} word={texts.app.source} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pairs
        id="instead"
        title={texts.app.instead}
        pairs={others.map(({ task, app }) => [
          lineOf(task),
          <a href={`${root}/apps/${encodeURIComponent(app)}`}>{lineOf(app)}</a>,
        ])}
      />
    </>
  )
}

/** A link to the page that says what the sentence before it says. */
const Source: FC<{ at: string | undefined; word: string }> = ({ at, word }) =>
  at === undefined ? null : (
    <>
      {' '}
      <SafeLink url={at}>{word}</SafeLink>
    </>
  )

const Pairs: FC<{ id: string; title: string; pairs: readonly (readonly [Child, Child])[] }> = ({
  id,
  title,
  pairs,
}) =>
  pairs.length === 0 ? null : (
    <section id={id}>
      <h2>{title}</h2>
      <table>
        <tbody>
          {pairs.map(([first, second]) => (
            <tr>
              <td>{first}</td>
              <td>{second}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
