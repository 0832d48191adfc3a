/** Where a term was found, such as a tag or the task of a recipe. */
export const searchFieldNames = [
  'name',
  'alias',
  'display_name',
  'tag',
  'category',
  'summary',
  'description',
  'task',
] as const
export type SearchField = (typeof searchFieldNames)[number]

/** How a word of the query came to the term that was found. */
export const vias = ['word', 'stem', 'compound', 'prefix', 'typo', 'synonym', 'related'] as const
export type Via = (typeof vias)[number]
