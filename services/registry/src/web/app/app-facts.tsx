import { registryPaths } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { DayChart } from '../parts/day-chart.tsx'
import { Fact } from '../parts/fact.tsx'
import { SafeLink } from '../parts/safe-link.tsx'
import { dayOf, lineOf } from '../parts/shown-text.ts'
import { reportAddress } from '../report-address.ts'
import type { VersionProps } from './shown-app.ts'

/** What is known of an app in short, and where it comes from. */
export const AppAside: FC<VersionProps> = (props) => {
  const { page, app, version } = props
  const { texts, root } = page
  const { document, downloads, installs } = app
  const { manifest, entry } = version
  const links = [
    [texts.app.homepage, manifest.homepage],
    [texts.app.repository, manifest.repository],
    [texts.app.docs, manifest.docs],
  ] as const
  return (
    <aside>
      <h2>{texts.app.about}</h2>
      <dl>
        <Fact name={texts.app.entryPoint}>
          <code>{lineOf(manifest.entry_point)}</code>
        </Fact>
        {manifest.programs !== undefined && (
          <Fact name={texts.app.programs}>
            <code>{manifest.programs.map(({ name }) => lineOf(name)).join(', ')}</code>
          </Fact>
        )}
        {entry.program_version !== null && (
          <Fact name={texts.app.programVersion}>{lineOf(entry.program_version)}</Fact>
        )}
        {links.map(
          ([name, url]) =>
            url !== undefined && (
              <Fact name={name}>
                <SafeLink url={url} />
              </Fact>
            ),
        )}
        {document.aliases.length > 0 && (
          <Fact name={texts.app.aliases}>{document.aliases.map((alias) => lineOf(alias)).join(', ')}</Fact>
        )}
        {downloads > 0 && <Fact name={texts.app.downloads}>{texts.number(downloads)}</Fact>}
        {installs.total > 0 && (
          <Fact name={texts.app.installs}>
            {texts.number(installs.total)}
            <DayChart days={installs.days} label={texts.app.installsByDay(texts.number(installs.total))} />
          </Fact>
        )}
        <Report page={page} app={document.name} />
        <Fact name={texts.app.publishers}>
          {document.owners.map((owner, at) => (
            <>
              {at > 0 && ', '}
              <a href={`${root}/publishers/${encodeURIComponent(owner)}`}>{lineOf(owner)}</a>
            </>
          ))}
        </Fact>
      </dl>
      <Provenance {...props} />
    </aside>
  )
}

const Provenance: FC<VersionProps> = ({ page: { root, texts, isStatic }, app, version }) => {
  const { document } = app
  const { entry, signatures, programs, results } = version
  const publishedBy = app.publishedBy.get(entry.version)
  const at = [document.name, entry.version] as const
  const json = [
    [document.name, registryPaths.app(document.name)],
    [texts.app.manifest, registryPaths.version(...at)],
    ...(results === undefined ? [] : [[texts.app.recipes, registryPaths.recipes(...at)] as const]),
    ...programs.map(
      (program) => [`${texts.app.trees}: ${program}`, registryPaths.commands(...at, program)] as const,
    ),
    // Only a server has it.
    ...(isStatic ? [] : [[texts.app.history, registryPaths.history(document.name)] as const]),
  ] as const
  return (
    <>
      <h2>{texts.app.provenance}</h2>
      <dl>
        {entry.published_at !== null && (
          <Fact name={texts.app.published}>
            <time datetime={entry.published_at}>{dayOf(entry.published_at)}</time>{' '}
            {publishedBy !== undefined && texts.app.by(lineOf(publishedBy))}
          </Fact>
        )}
        <Fact name={texts.app.manifest}>
          <code>{entry.digest}</code>
        </Fact>
        <Fact name="Ed25519">
          {signatures.length === 0
            ? texts.app.unsigned
            : signatures.map(({ key }) => <a href={`${root}/v1/keys.json`}>{texts.app.signedBy(key)}</a>)}
        </Fact>
      </dl>
      <h2>{texts.app.asJson}</h2>
      <ul class="plain small">
        {json.map(([text, path]) => (
          <li>
            <a href={`${root}/${path}`}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where to report a problem with the app, if the operator can be reached. */
const Report: FC<PageProps & { app: string }> = ({ page: { contact, texts }, app }) =>
  contact === undefined ? null : (
    <Fact name={texts.site.contact}>
      <a href={reportAddress(contact, texts.site.reportSubject(app))}>{texts.site.report}</a>
    </Fact>
  )
