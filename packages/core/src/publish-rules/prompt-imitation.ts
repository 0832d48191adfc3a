import { jsonPath } from '../issues.ts'
import { unseenCharacter } from '../text.ts'
import type { PublishRule } from './publish-rule.ts'
import { maxTextLength } from './size-limit.ts'
import { latinOf } from './skeleton.ts'

/** What a model or its harness would take for structure, and how it is called. Each is bounded, so that none backtracks. */
const imitations: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\[\s{0,5}\/?\s{0,5}runtime[\s_-]{1,5}context/i, 'a Runtime Context tag'],
  [
    /<\s{0,3}\/?\s{0,3}(antml:|(function|tool)_?(calls?|use|results?|responses?)\b|invoke\s+name|parameter\s+name|system[-_]reminder|available_skills\b)/i,
    'a tag of tool calls',
  ],
  [/<\s{0,3}\/\s{0,3}(system|assistant|user|human|instructions|think(ing)?)\s{0,3}>/i, 'the end of a turn'],
  [/<\|[^<>|\s]{1,40}\|>/, 'a control token of a model'],
  [
    /\[\/?(INST|SYS|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|TOOL_CONTENT)\]|<<\/?SYS>>/,
    'a control token of a model',
  ],
  [/^[\s#*_>]{0,8}(system|assistant|human|developer)[\s*_]{0,4}:/im, 'a marker of who speaks'],
  [/^\s{0,3}---\s*$/m, 'the fence of front matter'],
]

const unseen = new RegExp(unseenCharacter, 'gu')

export const promptImitation: PublishRule = {
  id: 'publish.prompt-imitation',
  refuses:
    'text that imitates Runtime Context tags, tool calls, turns, control tokens or front matter, also in look-alike letters; files of smoke tests are free',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text }) => {
      if (path[0] === 'smoke') return []
      const plain = plainOf(text.slice(0, maxTextLength))
      const found = imitations.find(([pattern]) => pattern.test(plain))
      return found === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: `imitates ${found[1]}`,
              hint: 'Say it in plain words: a model reads this text.',
            },
          ]
    }),
}

/** Without the disguises of full width, look-alike letters and characters that nobody sees. */
const plainOf = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : latinOf(text.normalize('NFKC').replace(/\r\n?/g, '\n').replace(unseen, keepLines))

const keepLines = (character: string): string => (/[\n\t]/.test(character) ? character : '')
