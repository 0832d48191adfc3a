import { access, constants, stat } from 'node:fs/promises'
import { NotFoundError, toLine } from '@cli-apps/core'
import type { McpServer } from '@modelcontextprotocol/server'
import {
  type SkillFileEntry,
  type SkillFiles,
  SkillsExtension,
} from '@modelcontextprotocol/server/ext/skills'
import type { Runtime } from '../../runtime.ts'
import type { Skill } from '../../skills/skill.ts'
import { fileInSkill } from '../../skills/skills-behind.ts'
import { filesOfSkill } from './files-of-skill.ts'

/** Skills as resources: `skill://cli-app-<name>/SKILL.md` and the files next to it. */
export interface SkillResources {
  /** Registers them on a server that is not connected yet. */
  attach(mcp: McpServer): void
  /** Reads the skills again; clients are notified of changes. Returns whether there were any. */
  reload(): Promise<boolean>
}

export interface SkillResourcesOptions {
  /** Called with one line about each skill that is not served, and why. */
  onWarning?: (message: string) => void
}

/** Larger than any skill that the installer creates. */
const limits = { files: 200, bytes: 4_000_000 }
const mostFileBytes = 1_000_000
const deepest = 5

/**
 * Opens the skills that the runtime shows to agents; in an untrusted folder, only those that the installer wrote. They
 * are served through the protocol's skills extension (SEP-2640) and as plain resources. Links in them are skipped.
 */
export async function openSkillResources(
  runtime: Pick<Runtime, 'skills'>,
  { onWarning = () => {} }: SkillResourcesOptions = {},
): Promise<SkillResources> {
  const catalog = await SkillsExtension.load(shownSkills(runtime), {
    limits,
    onWarning: ({ path, message }) => onWarning(`${path}: ${message}`),
  })
  return {
    attach: (mcp) => catalog.attach(mcp),
    reload: async () => (await catalog.reload()).listChanged,
  }
}

interface ShownSkill {
  skill: Pick<Skill, 'folder' | 'isBehind'>
  files: SkillFiles
  /** Number of entries found so far by this read. */
  found: number
}

function shownSkills({ skills }: Pick<Runtime, 'skills'>): SkillFiles {
  let shown = new Map<string, ShownSkill>()

  async function listSkills(): Promise<SkillFileEntry[]> {
    const all = await skills.list()
    shown = new Map(all.map((skill) => [skill.name, { skill, files: filesOfSkill(skill), found: 0 }]))
    return [...shown.keys()].map((name) => ({ name, kind: 'directory' }))
  }

  return {
    read: async (file) => {
      const [name = '', ...rest] = file.split('/')
      const skill = shown.get(name)
      if (skill === undefined)
        throw new NotFoundError('skill.unknown', `Skill not found: ${toLine(name, 80)}.`)
      return skill.files.read(rest.join('/'))
    },
    list: async (at) => {
      if (at === '') return listSkills()
      const [name = '', ...rest] = at.split('/')
      const skill = shown.get(name)
      if (skill === undefined) return []
      const entries = await skill.files.list(rest.join('/'))
      skill.found += entries.length
      if (skill.found > limits.files)
        return entries.slice(0, 1).map((entry) => ({ ...entry, kind: 'unsupported' }))
      return Promise.all(entries.map((entry) => withinBounds(skill.skill, rest, entry)))
    },
  }
}

/** A skill with too many or too large files is not served, and its files are not read. */
async function withinBounds(
  skill: ShownSkill['skill'],
  at: readonly string[],
  entry: SkillFileEntry,
): Promise<SkillFileEntry> {
  const file = fileInSkill(skill, [...at, entry.name].join('/'))
  const isFit =
    entry.kind === 'directory'
      ? at.length + 1 < deepest
      : await stat(file).then(
          async ({ size }) => size <= mostFileBytes && (await isReadable(file)),
          () => false,
        )
  return isFit ? entry : { ...entry, kind: 'unsupported' }
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
