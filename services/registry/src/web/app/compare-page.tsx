import type { FC } from 'hono/jsx'
import { lineOf } from '../parts/shown-text.ts'
import { AppFrame } from './app-frame.tsx'
import type { AppProps } from './shown-app.ts'

/** What differs at one place of the manifests. */
interface ShownChange {
  part: 'install' | 'requires' | 'effects' | 'recipes' | 'other'
  path: string
  removed: readonly string[]
  added: readonly string[]
}

interface CompareProps extends AppProps {
  from: string
  to: string
  changes: readonly ShownChange[]
}

/** `/apps/{name}/compare`: what differs between the manifests of two versions. */
export const ComparePage: FC<CompareProps> = ({ page, app, from, to, changes }) => {
  const { texts } = page
  const title = texts.app.compareTitle(lineOf(app.document.display_name), from, to)
  const parts = [
    ['install', texts.app.runs],
    ['requires', texts.app.requirements],
    ['effects', texts.app.effects],
    ['recipes', texts.app.recipes],
    ['other', texts.app.otherChanges],
  ] as const
  return (
    <AppFrame page={page} app={app} title={title} tab="compare">
      <h2>{title}</h2>
      <CompareForm page={page} app={app} from={from} to={to} />
      {changes.length === 0 && <p>{texts.app.noChanges}</p>}
      {parts.map(([part, name]) => (
        <Changes name={name} changes={changes.filter((change) => change.part === part)} />
      ))}
    </AppFrame>
  )
}

/** Chooses two versions; the newest comes first, as everywhere. */
export const CompareForm: FC<AppProps & { from: string; to: string }> = ({ page, app, from, to }) => {
  const { texts, root } = page
  const { name, versions } = app.document
  const fields = [
    ['from', texts.app.compareFrom, from],
    ['to', texts.app.compareTo, to],
  ] as const
  return (
    <form class="compare" action={`${root}/apps/${encodeURIComponent(name)}/compare`}>
      {fields.map(([field, label, chosen]) => (
        <label>
          {label}
          <select name={field}>
            {versions.map(({ version }) => (
              <option value={version} selected={version === chosen}>
                {version}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="submit">{texts.app.compare}</button>
    </form>
  )
}

const Changes: FC<{ name: string; changes: readonly ShownChange[] }> = ({ name, changes }) =>
  changes.length === 0 ? null : (
    <section>
      <h3>{name}</h3>
      <ul class="plain changes">
        {changes.map(({ path, removed, added }) => (
          <li>
            <code>{lineOf(path, 200)}</code>
            {removed.map((text) => (
              <del>{lineOf(text, longest)}</del>
            ))}
            {added.map((text) => (
              <ins>{lineOf(text, longest)}</ins>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )

/** Characters of a value; files of recipes may be long. */
const longest = 700
