/** Where a term was found, the weightiest first. */
export const searchFieldNames = [
  'name',
  'alias',
  'display_name',
  'tag',
  'category',
  'summary',
  'description',
] as const
export type SearchField = (typeof searchFieldNames)[number]

/** How a word of the query came to the term that was found. */
export const vias = ['word', 'stem', 'compound', 'prefix', 'typo', 'synonym', 'related'] as const
export type Via = (typeof vias)[number]
