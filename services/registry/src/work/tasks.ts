import {
  CommandNode,
  type Digest,
  parseJson,
  readManifestFacts,
  readPublication,
  versionPayload,
} from '@cli-apps/core'
import { joinPublication, loadTemplates, manifestDigest } from '@cli-apps/core/node'
import {
  type Judgement,
  judgeManifest,
  locateIssues,
  type NamesDraft,
  namesDraftOf,
  type PublishFacts,
} from '@cli-apps/core/publish-rules'
import { renderAppSkillFile } from './render-app-skill.ts'
import { packSkill, type SkillPackage, type SkillSummary, summarizeSkill } from './skill-package.ts'
import { storedTrees } from './stored-trees.ts'

/** A stored version as text; large parts are parsed only where they are used. */
export interface StoredManifest {
  app: string
  version: string
  digest: Digest
  manifestText: string
  /** The trees that the manifest refers to, as JSON by program. */
  commandTrees: string | null
}

/** `manifest` does not include its command tree. */
export interface JudgedManifest extends Omit<Judgement, 'unjudged'> {
  digest: Digest
  /** The JSON text to store. */
  manifestText: string
  /** The trees that the manifest refers to, as JSON by program. */
  commandTrees: string | null
  /** The closures that the manifest names, as JSON by architecture. */
  closures: string | null
  /** The bytes that a version's signature covers. */
  payload: string
}

/** Above the number of values in any manifest that passes the other limits. */
export const maxManifestValues = 200_000

const parseManifestText = (text: string): unknown =>
  parseJson(text, 'The manifest', { maxValues: maxManifestValues })

const documentsText = (documents: Readonly<Record<string, unknown>>): string | null =>
  Object.keys(documents).length === 0 ? null : JSON.stringify(documents)

/** One copy per thread. */
let templates: ReturnType<typeof loadTemplates> | undefined

function readStored({ app, version, digest, manifestText, commandTrees }: StoredManifest) {
  const published = parseJson(manifestText, app)
  const manifest = readManifestFacts(published, `${app} ${version}`)
  const tree = storedTrees(manifest, { commandTrees, published: () => published }).get(manifest.entry_point)
  const commands = tree === undefined ? undefined : CommandNode.parse(tree)
  return { manifest: { ...manifest, commands }, digest }
}

async function packStored(stored: StoredManifest): Promise<{ skill: SkillPackage; summary: SkillSummary }> {
  templates ??= loadTemplates()
  const version = readStored(stored)
  const skill = packSkill(version, await templates)
  return { skill, summary: summarizeSkill(version, skill) }
}

/**
 * Work that would block the event loop for too long. Each task is a pure function whose input and output can be cloned
 * between threads.
 */
export const tasks = {
  /** Name and aliases of a manifest, valid or not. Throws for text that is not JSON. */
  readNames: async (text: string): Promise<NamesDraft> =>
    namesDraftOf(readPublication(parseManifestText(text)).manifest),
  judge: async ({ text, facts }: { text: string; facts: PublishFacts }): Promise<JudgedManifest> => {
    const sent = parseManifestText(text)
    const publication = readPublication(sent)
    const joined = joinPublication(publication)
    const { unjudged: _, ...judgement } = judgeManifest(joined.value, facts, joined)
    // The tree, most of its size, is stored only as text.
    const manifest = judgement.manifest && { ...judgement.manifest, commands: undefined }
    const value = publication.manifest
    return {
      ...judgement,
      manifest,
      digest: manifestDigest(value),
      manifestText: value === sent ? text : JSON.stringify(value),
      commandTrees: documentsText(publication.commands),
      closures: documentsText(publication.closures),
      payload: versionPayload(value),
    }
  },
  /** Where the issues of a manifest are in its text. */
  locateIssues: async (asked: Parameters<typeof locateIssues>[0]) => locateIssues(asked),
  /** One file of a skill. Throws `NotFoundError` `skill.no-file`. */
  renderSkillFile: async ({ file, ...stored }: StoredManifest & { file: string }): Promise<string> => {
    templates ??= loadTemplates()
    return renderAppSkillFile({ version: readStored(stored), templates: await templates, file })
  },
  /** The skill of a version with all its files. */
  packSkill: async (version: StoredManifest): Promise<SkillPackage> => (await packStored(version)).skill,
  /** Summaries of the skills of several versions. */
  summarizeSkills: async (versions: readonly StoredManifest[]): Promise<SkillSummary[]> => {
    const summaries: SkillSummary[] = []
    for (const version of versions) summaries.push((await packStored(version)).summary)
    return summaries
  },
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
