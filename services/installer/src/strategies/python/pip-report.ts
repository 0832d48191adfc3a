import path from 'node:path'
import querystring from 'node:querystring'
import type { LockedArtifact } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { readJson, readText } from '@cli-apps/core/node'
import * as z from 'zod'
import { normalName, parseRequirements } from './pip-requirements.ts'

/** Part of pip's installation report, version 1 (pip documentation, "Installation Report"). */
const PipReport = z.object({
  install: z.array(
    z.object({
      is_direct: z.boolean().optional(),
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        url: z.string(),
        subdirectory: z.string().optional(),
        archive_info: z.object({ hashes: z.record(z.string(), z.string()).optional() }).optional(),
        vcs_info: z.object({ vcs: z.string(), commit_id: z.string() }).optional(),
      }),
    }),
  ),
})
type ReportedInstall = z.infer<typeof PipReport>['install'][number]

const damaged = {
  get what() {
    return t('pip.damaged.what', "pip's report")
  },
  code: 'pip.damaged',
  get repair() {
    return t('npm.damaged.hint', 'Run the install again.')
  },
}

/** Files of a prefix that report what was installed into its environment. */
export const reports = { archives: 'report.json', git: 'report-git.json' }
export const compiled = 'requirements.txt'

/** The requirements to resolve, and what pip would install. */
export const source = 'requirements.in'
export const resolved = 'resolved.json'
/** Releases that are too new to be resolved. */
export const constraints = 'constraints.txt'

/** Returns all report files: they differ between a resolved and a restored install, and no program needs them. */
export const tellingFiles = (prefix: string): string[] =>
  [...Object.values(reports), compiled, source, resolved, constraints].map((name) => path.join(prefix, name))

/** Reads the installed artifacts: from pip's reports, or for uv from the requirements, which have digests. */
export async function readPipArtifacts(prefix: string): Promise<LockedArtifact[]> {
  const [archives, git] = await Promise.all(
    [reports.archives, reports.git].map((name) => readJson(path.join(prefix, name), PipReport, damaged)),
  )
  if (archives === undefined && git === undefined)
    return parseRequirements((await readText(path.join(prefix, compiled))) ?? '')
  return [...(archives?.install ?? []), ...(git?.install ?? [])]
    .map(artifactOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A file that pip would install. */
export interface ResolvedFile {
  name: string
  version: string
  filename: string
  sha256: string | undefined
  /** A package names it by its URL. */
  isDirect: boolean
}

/** `unescape` does not throw if a URL is encoded badly. */
const fileNameOf = (url: string): string =>
  querystring.unescape(path.posix.basename(URL.canParse(url) ? new URL(url).pathname : url))

/** Reads pip's report of a dry run. */
export async function readResolvedFiles(file: string): Promise<ResolvedFile[]> {
  const report = await readJson(file, PipReport, damaged)
  return (report?.install ?? []).map(({ metadata, download_info, is_direct = false }) => ({
    name: normalName(metadata.name),
    version: metadata.version,
    filename: fileNameOf(download_info.url),
    sha256: download_info.archive_info?.hashes?.sha256,
    isDirect: is_direct,
  }))
}

function artifactOf({ metadata, download_info }: ReportedInstall): LockedArtifact {
  const { url, subdirectory, archive_info, vcs_info } = download_info
  const sha256 = archive_info?.hashes?.sha256
  const part = subdirectory === undefined ? '' : `#subdirectory=${subdirectory}`
  return {
    name: normalName(metadata.name),
    version: metadata.version,
    integrity: sha256 === undefined ? null : `sha256:${sha256}`,
    ...(vcs_info !== undefined && { url: `${vcs_info.vcs}+${url}@${vcs_info.commit_id}${part}` }),
  }
}
