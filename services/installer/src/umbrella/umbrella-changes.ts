import {
  type Digest,
  skillFile,
  t,
  type UmbrellaRecord,
  umbrellaName,
  umbrellaPath,
  WorkspaceFile,
} from '@cli-apps/core'
import {
  makeRecordKey,
  openRecordSignatures,
  readUmbrellaRecord,
  readWorkspaceFile,
  signedRecordText,
  umbrellaRecordFile,
} from '@cli-apps/core/node'
import { refuseUnmanagedUmbrella } from '../agents/unmanaged-skill.ts'
import type { CommandContext } from '../context.ts'
import { keepOwnWords } from '../skill/keep-own-words.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
import { savedEdits } from '../skill/saved-edits.ts'
import { digestsOf } from '../skill/skill-layout.ts'
import { intactRecord } from '../workspace/intact-record.ts'
import type { FileChange } from '../workspace/transaction.ts'
import { recordsAfter } from './records-after.ts'
import { renderUmbrellas } from './render-umbrellas.ts'

type Place = Pick<CommandContext, 'workspace' | 'config'>

/** The skill for all apps that this user's installer wrote here; `undefined` without one, and for a damaged record. */
export const readOwnUmbrella = ({ workspace, config }: Place): Promise<UmbrellaRecord | undefined> =>
  intactRecord(readUmbrellaRecord(workspace, openRecordSignatures(config.home)))

/**
 * Returns what must change in the skill for all apps when these changes of apps and settings are made, in the same
 * transaction: nothing where the workspace has one skill for each app. Throws `ConflictError` `skill.foreign`.
 */
export async function umbrellaChanges(changes: readonly FileChange[], place: Place): Promise<FileChange[]> {
  const { workspace, config } = place
  const known = (await readOwnUmbrella(place))?.files ?? {}
  const declared = await declaredAfter(changes, place)
  const isUmbrella = declared.skills?.layout === 'umbrella'
  if (!isUmbrella && Object.keys(known).length === 0) return []
  const language = declared.skills?.lang ?? 'en'
  const texts = await renderUmbrellas(await recordsAfter(changes, place), { isUmbrella, language })
  const unknown = Object.keys(texts).filter((file) => known[file] === undefined)
  await refuseUnmanagedUmbrella(unknown.map(folderOf), workspace)
  const digests = digestsOf(texts)
  const files = [...new Set([...Object.keys(known), ...Object.keys(texts)])]
  const naming = { folder: umbrellaName, nameOf: () => skillFile }
  const written = Object.keys(texts)
  const saved = await savedEdits(workspace, files, { naming, known, accepted: digests, written })
  const content = written.length === 0 ? null : { record: 1, name: umbrellaName, files: digests }
  return [
    ...saved,
    ...(await Promise.all(files.map((file) => fileChange(file, texts[file], workspace)))).flat(),
    ...(isSame(digests, known)
      ? []
      : [
          {
            path: umbrellaRecordFile,
            content: content && signedRecordText(content, await makeRecordKey(config.home)),
          },
        ]),
  ]
}

/** Notices about a user's text that the changes save. */
export const umbrellaNotices = (changes: readonly FileChange[]): string[] =>
  changes
    .filter(({ path }) => path.startsWith(`.cli-apps/saved/${umbrellaName}/`))
    .map(({ path: file }) =>
      t('skill-changes.you-had-edited-skill', 'You had edited the skill of {name}; your text is in {file}.', {
        name: umbrellaName,
        file,
      }),
    )

const folderOf = (file: string): string => file.slice(0, -umbrellaPath('').length)

async function fileChange(
  file: string,
  generated: string | undefined,
  workspace: Place['workspace'],
): Promise<FileChange[]> {
  const before = await readSkillText(workspace, file)
  const content = generated === undefined ? null : keepOwnWords(generated, before).text
  return content === (before ?? null) ? [] : [{ path: file, content }]
}

const isSame = (one: Readonly<Record<string, Digest>>, other: Readonly<Record<string, Digest>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([file, digest]) => other[file] === digest)

/** What `cli-apps.json` says once the changes are made. */
async function declaredAfter(
  changes: readonly FileChange[],
  { workspace }: Place,
): Promise<Pick<WorkspaceFile, 'skills'>> {
  const changed = changes.find(({ path }) => path === 'cli-apps.json')
  return changed?.content == null
    ? readWorkspaceFile(workspace)
    : WorkspaceFile.parse(JSON.parse(changed.content))
}
