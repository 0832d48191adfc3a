import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import {
  ForbiddenError,
  isAppError,
  LimitError,
  NotFoundError,
  nearestNames,
  skillFile,
  toLine,
} from '@cli-apps/core'
import { digestOf, namesIn, readText } from '@cli-apps/core/node'
import { mostSkillBytes } from './read-found-skill.ts'
import type { Skill } from './skill.ts'
import { isAsWritten, type WrittenFiles } from './skill-trust.ts'
import { fileInSkill, placeOfFile, referencesOf } from './skills-behind.ts'

interface SkillFilesOptions {
  written: WrittenFiles
  isTrusted: () => Promise<boolean>
}

/** The files of a skill that may be shown. */
export interface SkillFiles {
  /** SKILL.md, then `references/*.md` by name. */
  list(skill: Skill): Promise<string[]>
  /**
   * Returns the text of a file, with `\n` line ends. Throws `NotFoundError` `skill.no-file`, `ForbiddenError`
   * `skill.untrusted` for a changed file in an untrusted workspace, and `LimitError` `skill.too-large`.
   */
  read(skill: Skill, file: string): Promise<string>
}

const references = 'references'

export function openSkillFiles({ written, isTrusted }: SkillFilesOptions): SkillFiles {
  const list = async (skill: Skill): Promise<string[]> => {
    const names = await referencesIn(referencesOf(skill))
    return [skillFile, ...names.map((name) => `${references}/${name}`)]
  }

  async function read(skill: Skill, file: string): Promise<string> {
    const files = await list(skill)
    // Only listed names are ever joined to the folder's path.
    if (!files.includes(file)) throw noFile(skill, file, files)
    const text = await plainText(fileInSkill(skill, file)).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== 'file.too-large') throw error
      throw new LimitError(
        'skill.too-large',
        `${file} of ${skill.name} has more than ${mostSkillBytes} bytes.`,
        {
          hint: 'Read another file of the skill.',
        },
      )
    })
    if (text === undefined) throw noFile(skill, file, [])
    const isFine =
      skill.source !== 'workspace' ||
      (await isTrusted()) ||
      isAsWritten(await written(skill.name), {
        place: placeOfFile(skill, file),
        digest: digestOf(text),
      })
    if (!isFine) throw untrusted(skill.name, file)
    return text.replaceAll('\r\n', '\n')
  }

  return { list, read }
}

/** Names of Markdown files in the references folder: regular files, no links. */
async function referencesIn(place: string): Promise<string[]> {
  const isFolder = await lstat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return []
  const names = (await namesIn(place)).filter(
    (name) => /^[^.].*\.md$/.test(name) && toLine(name, 200) === name,
  )
  const isFile = await Promise.all(
    names.map((name) =>
      lstat(path.join(place, name)).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  )
  return names.filter((_, at) => isFile[at]).sort()
}

/** Returns `undefined` for a missing file, and for one behind a link. */
async function plainText(file: string): Promise<string | undefined> {
  const folder = path.dirname(file)
  const [real, realFolder] = await Promise.all(
    [file, folder].map((one) => realpath(one).catch(() => undefined)),
  )
  if (real === undefined || realFolder === undefined || path.dirname(real) !== realFolder) return undefined
  return readText(real, { atMost: mostSkillBytes })
}

export const untrusted = (name: string, file: string): ForbiddenError =>
  new ForbiddenError(
    'skill.untrusted',
    `${file} of the skill ${name} is hidden: nobody trusts this workspace.`,
    {
      hint: 'It is not as the installer wrote it. The user can look at it and let the host program trust the workspace.',
    },
  )

function noFile({ name }: Skill, file: string, files: readonly string[]): NotFoundError {
  const shown = JSON.stringify(toLine(file, 200))
  const near = nearestNames(file.slice(0, 200), files, 1)
  const list =
    files.length === 0 ? 'The skill was removed.' : `Its files are: ${files.slice(0, 50).join(', ')}.`
  return new NotFoundError('skill.no-file', `The skill ${name} has no file ${shown}.`, {
    hint: near[0] === undefined ? list : `Did you mean "${near[0]}"? ${list}`,
  })
}
