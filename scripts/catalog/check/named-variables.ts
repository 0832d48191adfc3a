import type { CatalogEntry } from '../entries.ts'
import { ownTexts } from './own-texts.ts'
import { type CatalogRule, issueOf } from './rule.ts'

/** Names in texts that a reader need not set for the app: by entry and name, with the reason. */
const noneToSet: Readonly<Record<string, string>> = {
  'act GITHUB_TOKEN': 'a secret for -s',
  'checkov CKV_AWS_20': 'the number of a check',
  'cloudcompare GLOBAL_SHIFT': 'an option',
  'cloudcompare NO_TIMESTAMP': 'an option',
  'codex OPENAI_API_KEY': 'the text says that it has no effect',
  'firecrawl JOB_ID': 'a placeholder',
  'jc LC_ALL': 'every app gets it',
  'krita QT_QPA_PLATFORM': 'the text says that it has no effect',
  'mise GITHUB_TOKEN': 'another name of MISE_GITHUB_TOKEN, which is declared',
  'mkcert NODE_EXTRA_CA_CERTS': 'for Node, not for the app',
  'psql ON_ERROR_STOP': 'a variable for -v',
  'scrapy ROBOTSTXT_OBEY': 'a setting of its projects',
}

export const namedVariables: CatalogRule = {
  id: 'catalog.named-variables',
  wants: 'requires.env for each environment variable that a text tells to set: an app gets no others',
  check: (entries) => entries.flatMap((entry) => undeclaredIn(entry)),
}

function undeclaredIn(entry: CatalogEntry): ReturnType<CatalogRule['check']> {
  const declared = new Set((entry.manifest.requires?.env ?? []).map(({ name }) => name))
  return ownTexts(entry.manifest)
    .filter(([place]) => !place.startsWith('i18n.') && !place.startsWith('install['))
    .flatMap(([place, text]) =>
      [...text.matchAll(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g)]
        .map(([name]) => name)
        .filter((name) => !declared.has(name) && !(`${entry.name} ${name}` in noneToSet))
        .map((name) => issueOf(entry, place, `names ${name}, which requires.env does not declare`)),
    )
}
