import { type CommandNode, dialectOf, type InstallRecord, skillDigests, skillPath, t } from '@cli-apps/core'
import { digestOf, type Workspace } from '@cli-apps/core/node'
import { inDialect } from '@cli-apps/core/skill'
import type { SkillPlacement } from '../agents/skill-placement.ts'
import type { FileChange } from '../workspace/transaction.ts'
import { type DocumentedApp, documentApp } from './document-app.ts'
import { keepOwnWords } from './keep-own-words.ts'
import { readSkillText } from './read-skill-text.ts'
import { savedEdits, skillFiles } from './saved-edits.ts'
import { rendererOf, type SkillStyle } from './skill-style.ts'

export interface SkillChanges {
  /** What the record stores about the skill. */
  skill: InstallRecord['skill']
  changes: FileChange[]
  /** Paths to which edited text is saved. */
  saved: string[]
  /** Regions whose heading no longer exists, and which are now at the end of the file. */
  moved: MovedWords[]
}

interface MovedWords {
  file: string
  heading: string
}

interface SkillWish {
  app: DocumentedApp
  commands: CommandNode | undefined
  style: SkillStyle
  /** Language to store in the record of this app. */
  own: InstallRecord['skill']['language']
  placement: Pick<SkillPlacement, 'agents' | 'folders' | 'shell'>
}

/**
 * Returns the changes that replace an app's skill and its copies for agents: regions that a user added stay, their
 * edits are saved first, and files that are no longer rendered are removed.
 */
export async function skillChanges(
  { app, commands, style, own, placement }: SkillWish,
  previous: InstallRecord | undefined,
  workspace: Workspace,
): Promise<SkillChanges> {
  const { agents, folders, shell } = placement
  const renderer = rendererOf(style)
  const rendered = await documentApp(app, commands, style)
  const forShell = shell.length === 0 ? rendered : await documentApp(app, commands, style, 'shell')
  const copies: Record<string, string> = Object.assign(
    {},
    ...folders.map((folder) => copyFor(folder, (shell.includes(folder) ? forShell : rendered).files)),
  )
  const files = { ...rendered.files, ...copies }
  const skill: InstallRecord['skill'] = {
    path: skillPath(app.name),
    files: rendered.digests,
    ...(renderer !== undefined && { renderer }),
    ...(own !== undefined && { language: own }),
    ...(agents.length > 0 && { agents: [...agents] }),
    ...(folders.length > 0 && {
      copies: Object.fromEntries(Object.entries(copies).map(([file, text]) => [file, digestOf(text)])),
    }),
    ...(shell.length > 0 && { shell: [...shell] }),
  }
  const before = skillFiles(previous)
  const edits = await savedEdits(workspace, app.name, [...new Set([...Object.keys(files), ...before])], {
    known: previous === undefined ? {} : skillDigests(previous),
    accepted: skillDigests({ skill }),
    written: Object.keys(files),
  })
  const written = await Promise.all(
    Object.entries(files).map(([path, text]) => writtenFile(path, text, workspace)),
  )
  return {
    skill,
    saved: edits.map(({ path }) => path),
    moved: written.flatMap(({ change, moved }) => moved.map((heading) => ({ file: change.path, heading }))),
    changes: [
      ...edits,
      ...before.filter((file) => files[file] === undefined).map((path) => ({ path, content: null })),
      ...written.map(({ change }) => change),
    ],
  }
}

/**
 * A copy in another folder than `skills`, with SKILL.md in a form that is read unchanged by the agents of that folder.
 */
const copyFor = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inFolder(folder, files)).map(([file, text]) => [
      file,
      file.endsWith('/SKILL.md') ? inDialect(text, dialectOf(folder)) : text,
    ]),
  )

/** Returns the same files by their path in another folder than `skills`. */
const inFolder = <Value>(folder: string, files: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(files).map(([file, value]) => [`${folder}${file.slice('skills'.length)}`, value]),
  )

async function writtenFile(
  path: string,
  generated: string,
  workspace: Workspace,
): Promise<{ change: FileChange; moved: string[] }> {
  const { text, moved } = keepOwnWords(generated, await readSkillText(workspace, path))
  return { change: { path, content: text }, moved }
}

/** Notices about what happened to the user's text. */
export const wordsNotices = (
  name: string,
  { saved, moved }: Pick<SkillChanges, 'saved' | 'moved'>,
): string[] => [
  ...saved.map((file) =>
    t('skill-changes.you-had-edited-skill', 'You had edited the skill of {name}; your text is in {file}.', {
      name,
      file,
    }),
  ),
  ...moved.map(({ file, heading }) =>
    t(
      'skill-changes.your-text-below-removed',
      'Your text in {file} was below "{heading}", which was removed; it is now at the end of the file.',
      { file, heading },
    ),
  ),
]
