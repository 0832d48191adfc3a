import {
  availabilityOf,
  type InstallMethod,
  installCommand,
  methodHints,
  Platform,
  registryPaths,
  toolsHinted,
} from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { Page } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { SafeLink } from '../parts/safe-link.tsx'
import { lineOf, sizeOf } from '../parts/shown-text.ts'
import { exactName, type VersionProps } from './shown-app.ts'

/** The install methods with everything that they download, and the first one for each platform. */
export const MethodsSection: FC<VersionProps> = ({ page, app, version }) => {
  const { texts } = page
  const { manifest } = version
  return (
    <section id="methods">
      <h2>{texts.app.runs}</h2>
      <p class="quiet">{texts.app.runsLead}</p>
      {app.document.removed === null && (
        <>
          <p class="quiet small">{texts.app.exactPlan}</p>
          <CopiedCommand
            page={page}
            command={`npx cli-apps install ${exactName(app)} --dry-run --verbose --registry ${page.address}`}
          />
        </>
      )}
      <PlatformTable page={page} app={app} version={version} />
      <ol class="methods">
        {manifest.install.map((method) => (
          <li>
            <h3>
              <span class="mono">{method.method}</span>
              <Platforms method={method} />
            </h3>
            <dl class="facts">
              <MethodFacts page={page} app={app} version={version} method={method} />
            </dl>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** With every tool at hand, so that only the manifest decides. */
const PlatformTable: FC<VersionProps> = ({ page: { texts }, version: { manifest } }) => {
  const hints = methodHints(manifest.install)
  const tools = toolsHinted(hints)
  const rows = Platform.options.flatMap((platform) => {
    const host = { platform, tools, isRoot: false }
    const methods = hints.filter((hint) => availabilityOf([hint], host).state !== 'unavailable')
    const isRootless = availabilityOf(hints, host).state === 'installable'
    return methods.length === 0 ? [] : [{ platform, methods, isRootless }]
  })
  if (rows.length === 0) return null
  return (
    <div class="scroll">
      <table>
        <caption class="unseen">{texts.app.byPlatform}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.app.platform}</th>
            <th scope="col">{texts.app.inOrder}</th>
            <th scope="col">{texts.app.rootless}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ platform, methods, isRootless }) => (
            <tr>
              <th scope="row" class="mono">
                {platform}
              </th>
              <td class="mono">{methods.map(({ method }) => method).join(', ')}</td>
              <td>{isRootless ? texts.app.yes : texts.app.no}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function placeOf({ app }: Page['texts'], method: InstallMethod['method']): string {
  if (method === 'apt') return app.systemRoot
  if (method === 'brew' || method === 'winget' || method === 'scoop') return app.system
  return method === 'bundled' || method === 'adopted' ? app.found : app.store
}

const Platforms: FC<{ method: InstallMethod }> = ({ method }) => {
  const [{ platforms } = { platforms: undefined }] = methodHints([method])
  return (
    <span class="tags">
      {(platforms ?? []).map((platform) => (
        <span class="tag mono">{platform}</span>
      ))}
    </span>
  )
}

const Fact: FC<{ name: string; children?: Child }> = ({ name, children }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const MethodFacts: FC<VersionProps & { method: InstallMethod }> = ({ page, version, method }) => {
  const { app } = page.texts
  return (
    <>
      <Fact name={app.into}>{placeOf(page.texts, method.method)}</Fact>
      {method.method === 'binary' && <Downloads page={page} method={method} />}
      {method.method === 'debian' && <Packages page={page} version={version} method={method} />}
      {method.method === 'npm' && method.node !== undefined && (
        <Fact name={app.node}>
          <code>{method.node}</code>
        </Fact>
      )}
      {method.method === 'npm' && method.scripts !== undefined && (
        <Fact name={app.scripts}>
          <code>{method.scripts.join(', ')}</code>
        </Fact>
      )}
      {'bin' in method && method.bin !== undefined && (
        <Fact name={app.executable}>
          <code>{lineOf(method.bin)}</code>
        </Fact>
      )}
      {method.method !== 'binary' && method.method !== 'debian' && (
        <Fact name={app.byHand}>
          {method.method === 'bundled' ? (
            lineOf(method.instructions)
          ) : (
            <code>{lineOf(installCommand(method))}</code>
          )}
        </Fact>
      )}
    </>
  )
}

type MethodOf<Kind extends InstallMethod['method']> = Extract<InstallMethod, { method: Kind }>

const Downloads: FC<{ page: Page; method: MethodOf<'binary'> }> = ({ page, method }) => {
  const { app } = page.texts
  return (
    <>
      {Object.entries(method.platforms).map(([platform, { url, sha256, checksums, size }]) => (
        <Fact name={platform}>
          <SafeLink url={url}>{lineOf(url)}</SafeLink>
          {size !== undefined && ` (${sizeOf(size)})`}
          {sha256 !== undefined && (
            <>
              <br />
              <code>{`sha256:${sha256}`}</code>
            </>
          )}
          {checksums !== undefined && (
            <>
              <br />
              {app.checksums}: <SafeLink url={checksums.url}>{lineOf(checksums.url)}</SafeLink>
            </>
          )}
        </Fact>
      ))}
    </>
  )
}

const Packages: FC<Pick<VersionProps, 'page' | 'version'> & { method: MethodOf<'debian'> }> = ({
  page,
  version: { manifest },
  method,
}) => {
  const { app } = page.texts
  return (
    <>
      <Fact name="Debian">
        <code>{`${method.package} ${method.version}`}</code> ({method.suite})
      </Fact>
      {Object.entries(method.architectures).map(([architecture, closure]) => (
        <Fact name={architecture}>
          {`${app.packages(closure.packages)}, ${sizeOf(closure.size)} ${app.toDownload}, ${sizeOf(closure.installed_size)} ${app.onDisk}; ${closure.tried ? app.tried : app.notTried}`}
          <br />
          <a href={`${page.root}/${registryPaths.closure(manifest.name, manifest.version, architecture)}`}>
            {app.closure}
          </a>{' '}
          <code>{closure.closure}</code>
        </Fact>
      ))}
    </>
  )
}
