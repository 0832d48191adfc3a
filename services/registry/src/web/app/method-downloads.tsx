import { type ClosurePackage, type InstallMethod, registryPaths } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { Page } from '../page.ts'
import { Fact } from '../parts/fact.tsx'
import { SafeLink } from '../parts/safe-link.tsx'
import { lineOf, sizeOf } from '../parts/shown-text.ts'
import type { VersionProps } from './shown-app.ts'

type MethodOf<Kind extends InstallMethod['method']> = Extract<InstallMethod, { method: Kind }>

/** What a `binary` method downloads for each platform. */
export const Downloads: FC<{ page: Page; method: MethodOf<'binary'> }> = ({ page, method }) => {
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

/** What a `debian` method downloads for each architecture. */
export const Packages: FC<Pick<VersionProps, 'page' | 'version'> & { method: MethodOf<'debian'> }> = ({
  page,
  version: { manifest, packages },
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
          <PackageList page={page} packages={packages.get(architecture) ?? []} />
        </Fact>
      ))}
    </>
  )
}

/** Folded, because a program can bring hundreds. */
const PackageList: FC<{
  page: Page
  packages: readonly Pick<ClosurePackage, 'package' | 'version' | 'size'>[]
}> = ({ page: { texts }, packages }) =>
  packages.length === 0 ? null : (
    <details>
      <summary>{texts.app.packageNames}</summary>
      <ul class="plain small">
        {packages.map(({ package: name, version, size }) => (
          <li>
            <code>{lineOf(name)}</code> {lineOf(version)}, {sizeOf(size)}
          </li>
        ))}
      </ul>
    </details>
  )
