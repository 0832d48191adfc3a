import { type AppManifest, type Category, toLine } from '@cli-apps/core'
import { judgeManifest } from '@cli-apps/core/publish-rules'
import * as z from 'zod'
import {
  type ImportRefusal,
  type KnownVersions,
  type ParsedInstall,
  parseInstallCommand,
  refusal,
} from './parse-install-command.ts'

const text = z.string().trim().nullish()

/** An entry of a CLI-Anything catalog. Missing fields are reported when the manifest is made. */
export const CliAnythingEntry = z.object({
  name: z.string(),
  display_name: text,
  description: text,
  version: text,
  category: text,
  requires: text,
  homepage: text,
  source_url: text,
  docs_url: text,
  entry_point: text,
  package_manager: text,
  install_strategy: text,
  npm_package: text,
  install_cmd: text,
  detect_cmd: text,
  install_notes: text,
})
export type CliAnythingEntry = z.infer<typeof CliAnythingEntry>

/** Their names of our categories, where they differ. */
const categories: Readonly<Record<string, Category>> = {
  '3d': 'cad-3d',
  'data-science': 'data',
  debugging: 'dev',
  diagrams: 'design',
  game: 'games',
  gamedev: 'games',
  generation: 'ai',
  graphics: 'image',
  music: 'audio',
  osint: 'security',
  scientific: 'science',
  streaming: 'video',
}

type Draft = { manifest: AppManifest } | { refusal: ImportRefusal }

/** Drafts a manifest with only what the entry contains, or returns why it cannot. */
export function draftManifest(entry: CliAnythingEntry, commits: KnownVersions['commits'] = {}): Draft {
  const version = versionOf(entry.version ?? '')
  const install = installOf(entry, { version: version?.program, commits })
  if ('refusal' in install) return install
  if (version === undefined)
    return refusal(
      'version.unpinned',
      `${JSON.stringify(entry.version ?? null)} is not a version of the program.`,
    )
  const description = entry.description ?? ''
  const needs = entry.requires ? ` It needs: ${entry.requires}.` : ''
  return checked({
    manifest: 1,
    name: entry.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    version: version.semver,
    program_version: version.program,
    display_name: entry.display_name ?? entry.name,
    summary: toLine(description, 120),
    description: toLine(`${description.replace(/[^.!?。]$/u, '$&.')}${needs}`, 700),
    category: categories[entry.category ?? ''] ?? entry.category,
    entry_point: entry.entry_point,
    install: [install.method],
    ...httpsOnly({ homepage: entry.homepage, repository: entry.source_url, docs: entry.docs_url }),
  })
}

/** Checks a draft with the schema and the publish rules; the first issue is reported for a person to fix. */
function checked(draft: Readonly<Record<string, unknown>>): Draft {
  const { issues, manifest } = judgeManifest(draft, { policy: { allowGit: true }, approved: [] })
  const [issue] = issues
  if (manifest !== undefined && issue === undefined) return { manifest }
  if (manifest !== undefined && issue?.rule !== undefined) return refusal(issue.rule, issue.message)
  return refusal('needs-a-person', `${issue?.path} ${issue?.message}.`)
}

/** `1.2` becomes 1.2.0 in semver; `latest` is not a version. */
function versionOf(version: string): { semver: string; program: string } | undefined {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?$/.exec(version)
  if (found === null) return undefined
  const [, major = '0', minor = '0', patch = '0', pre = ''] = found
  return {
    semver: `${[major, minor, patch].map(Number).join('.')}${pre}`,
    program: version.replace(/^v/, ''),
  }
}

function installOf(entry: CliAnythingEntry, known: KnownVersions): ParsedInstall {
  if (entry.package_manager === 'bundled' || entry.install_strategy === 'bundled') return bundled(entry)
  if (entry.install_cmd) return parseInstallCommand(entry.install_cmd, known)
  if (entry.npm_package) return parseInstallCommand(`npm install ${entry.npm_package}`, known)
  return refusal('install.missing', 'The entry has no install command.')
}

function bundled({ detect_cmd, entry_point, install_notes }: CliAnythingEntry): ParsedInstall {
  const [detect = ''] = (detect_cmd ?? entry_point ?? '').split(/\s+/)
  if (!install_notes) return refusal('install.missing', 'It does not say where the program comes from.')
  if (/\|\s*(sudo\s+)?(ba|z|da)?sh\b|\|\s*iex\b/i.test(install_notes))
    return refusal('shell.download-and-run', 'The install notes pipe a download to a shell.')
  return { method: { method: 'bundled', detect, instructions: toLine(install_notes, 500) } }
}

const httpsOnly = (urls: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(urls).filter(
      (entry): entry is [string, string] => entry[1]?.startsWith('https://') ?? false,
    ),
  )
