import type { IndexEntry } from '../documents/index-documents.ts'
import type { SearchField } from '../documents/search-terms.ts'
import type { AppManifest, AppProgram } from '../manifest/manifest.ts'
import { taskTexts } from './task-texts.ts'
import { nameTerms, termsOf } from './terms.ts'

/** The terms of an app by field. */
export type SearchFields = Readonly<Record<SearchField, readonly string[]>>

/** What is ranked: mostly an app, but whatever has such texts will do. */
export type Texts = { name: string } & Pick<
  IndexEntry,
  'display_name' | 'summary' | 'category' | 'tags' | 'aliases'
> &
  Partial<Pick<AppManifest, 'description' | 'i18n' | 'skill' | 'recipes'>> & {
    /** Its other programs: by name in an index, whole in a manifest. */
    programs?: readonly (string | Pick<AppProgram, 'name' | 'summary'>)[] | undefined
  }

/** What an app is found by: the texts in every language that it has them in. */
export function searchFields({ i18n = {}, skill, recipes = [], programs = [], ...app }: Texts): SearchFields {
  const translations = Object.values(i18n)
  const every = (field: 'display_name' | 'summary' | 'description'): string[] =>
    [app[field], ...translations.map((texts) => texts[field])].filter((text) => text !== undefined)
  return {
    name: nameTerms(app.name),
    alias: once([...app.aliases, ...programs.map(programName)].flatMap(nameTerms)),
    display_name: once(every('display_name').flatMap(nameTerms)),
    tag: once(app.tags.flatMap(termsOf)),
    category: termsOf(app.category),
    summary: once(every('summary').flatMap(termsOf)),
    description: once(
      [...every('description'), skill?.use_when ?? '', ...programs.flatMap(programSummary)].flatMap(termsOf),
    ),
    task: once(recipes.flatMap(tasksOf).flatMap(termsOf)),
  }
}

const tasksOf = ({ task, i18n }: NonNullable<Texts['recipes']>[number]): string[] =>
  task === undefined ? [] : taskTexts({ task, i18n })

type SearchedProgram = NonNullable<Texts['programs']>[number]
const programName = (program: SearchedProgram): string =>
  typeof program === 'string' ? program : program.name
const programSummary = (program: SearchedProgram): string[] =>
  typeof program === 'string' ? [] : [program.summary]

const once = (terms: readonly string[]): string[] => [...new Set(terms)]
