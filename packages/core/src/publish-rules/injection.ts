import type { Issue } from '../errors/errors.ts'
import { jsonPath } from '../errors/issues.ts'
import { findInjections, joinedTexts } from '../injection/index.ts'
import { t } from '../messages/t.ts'
import type { ManifestText } from './manifest-draft.ts'
import type { PublishRule } from './publish-rule.ts'
import { maxTextLength } from './size-limit.ts'

/** An order takes a few words; names, addresses, versions and options are none. */
const minLength = 8
const option = /^--?[a-z][\w-]{0,60}$/i

export const injection: PublishRule = {
  id: 'publish.injection',
  refuses:
    'text that reads like an attack on the model that will read it: orders to set aside instructions, to keep something from the user, to give away or send secrets, imitated calls and speakers, commands that run what a server sends; recipes without a task, and files and expectations of the others, are exempt',
  approvable: true,
  holds: true,
  check: ({ texts }) => {
    const judged = texts.filter(
      ({ text, isShown }) => isShown && text.length >= minLength && !option.test(text),
    )
    const single = judged.flatMap(({ path, text }) => issuesIn(text, path))
    const flagged = new Set(single.map(({ path }) => path))
    const sound = judged.filter(({ path }) => !flagged.has(jsonPath(path)))
    return [...single, ...shownTogether(sound).flatMap(({ path, text }) => issuesIn(text, path))]
  },
}

const issuesIn = (text: string, path: readonly PropertyKey[]): Issue[] =>
  findInjections(text.slice(0, maxTextLength), 'manifest').map(({ rule, excerpt }) => ({
    path: jsonPath(path),
    message: t('injection.reads-like', 'reads like {what} ({id}): {excerpt}', {
      what: rule.what,
      id: rule.id,
      excerpt: JSON.stringify(excerpt),
    }),
    hint: t('injection.hint', 'Say what the program does, and leave what a model should do to its users.'),
  }))

/** The items of a list, and what a command and its options say: they are shown one below the other, and read as one text. */
function shownTogether(texts: readonly ManifestText[]): ManifestText[] {
  const groups = new Map<string, { path: readonly PropertyKey[]; parts: string[] }>()
  for (const { path, text } of texts) {
    const of = togetherPath(path)
    if (of === undefined) continue
    const key = jsonPath(of)
    const group = groups.get(key) ?? { path: of, parts: [] }
    group.parts.push(text)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ path, parts }) =>
    parts.length < 2 ? [] : [{ path, text: joinedTexts(parts), isShown: true }],
  )
}

function togetherPath(path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  const last = path.at(-1)
  if (typeof last === 'number' && path.at(-2) !== 'args') return path.slice(0, -1)
  if (path[0] !== 'commands') return undefined
  if (last === 'description' && path.at(-3) === 'options') return path.slice(0, -3)
  return last === 'summary' ? path.slice(0, -1) : undefined
}
