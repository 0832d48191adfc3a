import { t, toLine } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'
import type { SkillDraft } from './skill-draft.ts'
import type { SkillLink, SkillMarkdown } from './skill-markdown.ts'
import { slugsOf } from './slugs.ts'

/** Links must lead to existing files and headings, stay in the folder, and use only https outside it. */
export const links: LintRule = {
  factor: 'references',
  check: (draft) =>
    draft.documents.flatMap((document) =>
      document.links.flatMap((link) => {
        const remark = judge(link, document, draft)
        return remark === undefined ? [] : [{ ...remark, file: document.path, line: link.line }]
      }),
    ),
}

function judge({ href }: SkillLink, document: SkillMarkdown, draft: SkillDraft): Remark | undefined {
  const shown = JSON.stringify(toLine(href, 100))
  const remark = (severity: Remark['severity'], code: string, message: string, hint: string): Remark => ({
    code: `skill.${code}`,
    severity,
    message,
    hint,
  })
  const target = href.trim()
  if (target === '' || target === '#')
    return remark(
      'warning',
      'link-empty',
      t('links.link-has-no-target', 'The link has no target.'),
      t('links.give-target-remove', 'Give it a target, or remove it.'),
    )
  if (/^[a-z]:[\\/]/i.test(target) || /^\\|^\/(?!\/)/.test(target))
    return remark(
      'error',
      'link-absolute',
      t('links.link-path-one-machine', 'The link {shown} is a path of one machine.', { shown }),
      t('links.name-file-skill-from', 'Name a file of the skill, from the file that links it.'),
    )
  const scheme =
    /^([a-z][a-z0-9+.-]*):/i.exec(target)?.[1]?.toLowerCase() ?? (target.startsWith('//') ? '//' : undefined)
  if (scheme !== undefined) return outward(scheme, target, { shown, remark })
  const at = target.indexOf('#')
  const [file, anchor] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
  const path = file === '' ? document.path : resolve(document.path, decoded(file.replace(/\?.*$/, '')))
  if (path === undefined)
    return remark(
      'error',
      'link-outside',
      t('links.link-leaves-folder-skill', 'The link {shown} leaves the folder of the skill.', { shown }),
      t('links.put-file-into-skill', 'Put the file into the skill, or name it in words.'),
    )
  const isFolder = path === '' || draft.files.some((known) => known.path.startsWith(`${path}/`))
  if (!isFolder && !draft.files.some((known) => known.path === path)) {
    if (draft.unread > 0) return undefined
    return remark(
      'error',
      'link-broken',
      t('links.link-leads-missing-file', 'The link {shown} leads to a missing file.', { shown }),
      t('links.correct-path-add-file', 'Correct the path, or add the file.'),
    )
  }
  const there = draft.documents.find((known) => known.path === path)
  if (anchor === '' || there === undefined || slugsOf(there).has(decoded(anchor).toLowerCase()))
    return undefined
  return remark(
    'warning',
    'anchor-missing',
    t('links.link-leads-missing-heading', 'The link {shown} leads to a missing heading.', { shown }),
    t('links.use-heading-small-letters', 'Use the heading in small letters, with hyphens for spaces.'),
  )
}

interface Speech {
  shown: string
  remark: (severity: Remark['severity'], code: string, message: string, hint: string) => Remark
}

function outward(scheme: string, target: string, { shown, remark }: Speech): Remark | undefined {
  if (scheme === 'https' || scheme === 'mailto') return undefined
  if (scheme === 'http' || scheme === '//') {
    const isHere = /^(http:)?\/\/(localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(target)
    return isHere
      ? undefined
      : remark(
          'warning',
          'link-not-https',
          t('links.link-not-https', 'The link {shown} is not https.', { shown }),
          t('links.use-https-so-content', 'Use https, so that the content cannot be changed on the way.'),
        )
  }
  return remark(
    'error',
    'link-scheme',
    t('links.link-neither-file-skill', 'The link {shown} is neither a file of the skill nor a page.', {
      shown,
    }),
    t('links.link-https-addresses-files', 'Link https addresses and files of the skill only.'),
  )
}

/** Resolves a relative path from a file; `undefined` if it leaves the folder. */
export function resolve(from: string, path: string): string | undefined {
  const parts = from.split('/').slice(0, -1)
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') {
      if (parts.length === 0) return undefined
      parts.pop()
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
