import {
  availabilityOf,
  type InstallMethod,
  installCommand,
  methodHints,
  Platform,
  toolsHinted,
} from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { Page } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { Fact } from '../parts/fact.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { Downloads, Packages } from './method-downloads.tsx'
import { pinnedVersion } from './program-version.ts'
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
    // What people get by hand is not installed at all.
    const installed = methods.filter(({ method }) => method !== 'bundled')
    const isRootless = availabilityOf(installed, host).state === 'installable'
    const state = installed.length === 0 ? texts.app.byYou : isRootless ? texts.app.yes : texts.app.no
    return methods.length === 0 ? [] : [{ platform, methods, state }]
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
          {rows.map(({ platform, methods, state }) => (
            <tr>
              <th scope="row" class="mono">
                {platform}
              </th>
              <td class="mono">{methods.map(({ method }) => method).join(', ')}</td>
              <td>{state}</td>
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

/** Which version of the program one gets. */
function versionOf({ app }: Page['texts'], method: InstallMethod, entry: string): string {
  const pinned = pinnedVersion(method, entry)
  if (pinned !== undefined) return pinned
  if ('commit' in method) return `${app.sourceCommit} ${method.commit.slice(0, 12)}`
  return method.method === 'bundled' || method.method === 'adopted'
    ? app.yourVersion
    : app.managerVersion(method.method)
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

const MethodFacts: FC<VersionProps & { method: InstallMethod }> = ({ page, version, method }) => {
  const { app } = page.texts
  return (
    <>
      <Fact name={app.programVersion}>{lineOf(versionOf(page.texts, method, version.manifest.version))}</Fact>
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
