import type { AppManifest } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'
import type { VersionProps } from './shown-app.ts'

type Requires = NonNullable<AppManifest['requires']>

/** What an app needs besides itself, and what it may reach after a grant. */
export const RequirementsSection: FC<VersionProps> = ({ page, version: { manifest } }) => {
  const { requires } = manifest
  if (requires === undefined || Object.keys(requires).length === 0) return null
  const { texts } = page
  return (
    <section id="requirements">
      <h2>{texts.app.requirements}</h2>
      <dl class="facts">
        <Needs page={page} requires={requires} program={manifest.entry_point} />
        {requires.access !== undefined && <Access page={page} access={requires.access} />}
      </dl>
      {requires.access !== undefined && <p class="quiet small">{texts.app.grantNote}</p>}
    </section>
  )
}

const Fact: FC<{ name: string; isShown: boolean; children?: Child }> = ({ name, isShown, children }) =>
  isShown ? (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Items: FC<{ items: readonly Child[] }> = ({ items }) => (
  <ul class="plain">
    {items.map((item) => (
      <li>{item}</li>
    ))}
  </ul>
)

const Needs: FC<PageProps & { requires: Requires; program: string }> = ({ page, requires, program }) => {
  const { app } = page.texts
  const { env = [], services = [], bins = [], accounts = [] } = requires
  return (
    <>
      <Fact name={app.environment} isShown={env.length > 0}>
        <Items
          items={env.map(({ name, description, required, secret }) => (
            <>
              <code>{lineOf(name)}</code> {required && <span class="tag">{app.required}</span>}{' '}
              {secret && <span class="tag">{app.secret}</span>} {lineOf(description)}
            </>
          ))}
        />
      </Fact>
      <Fact name={app.services} isShown={services.length > 0}>
        <Items
          items={services.map(({ name, start }) => (
            <>
              {lineOf(name)}
              {start !== undefined && (
                <>
                  {' · '}
                  {app.startWith}: <code>{lineOf(start)}</code>
                </>
              )}
            </>
          ))}
        />
      </Fact>
      <Fact name={app.accounts} isShown={accounts.length > 0}>
        <Items
          items={accounts.map(({ name, sign_in }) => (
            <>
              {lineOf(name)}
              {sign_in !== undefined && (
                <>
                  {' · '}
                  {app.signIn}: <code>{lineOf([program, ...sign_in].join(' '))}</code>
                </>
              )}
            </>
          ))}
        />
      </Fact>
      <Fact name={app.programsOnPath} isShown={bins.length > 0}>
        <code>{lineOf(bins.join(', '))}</code>
      </Fact>
    </>
  )
}

const Access: FC<PageProps & { access: NonNullable<Requires['access']> }> = ({ page, access }) => {
  const { app } = page.texts
  const { files = [], sockets = [], network, devices = [], nested, display } = access
  const place = ({ path, why }: { path: string; why: string }, mode = ''): Child => (
    <>
      <code>{lineOf(path)}</code> {mode} {lineOf(why)}
    </>
  )
  return (
    <>
      <Fact name={app.files} isShown={files.length > 0}>
        <Items
          items={files.map((file) => place(file, `(${file.mode === 'read' ? app.mayRead : app.mayWrite})`))}
        />
      </Fact>
      <Fact name={app.sockets} isShown={sockets.length > 0}>
        <Items items={sockets.map((socket) => place(socket))} />
      </Fact>
      <Fact name={app.devices} isShown={devices.length > 0}>
        <Items items={devices.map((device) => place(device))} />
      </Fact>
      <Fact name={app.network} isShown={network !== undefined}>
        {typeof network === 'object' ? (
          <code>{lineOf(network.hosts.join(', '))}</code>
        ) : (
          app.networkWords[network ?? '']
        )}
      </Fact>
      <Fact name={app.nested} isShown={nested === true}>
        ✓
      </Fact>
      <Fact name={app.display} isShown={display === true}>
        ✓
      </Fact>
    </>
  )
}
