/** A manifest that the registry takes; what a test is about it says itself. */
export const manifestOf = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  manifest: 1,
  name: 'prettier',
  version: '3.6.2',
  display_name: 'Prettier',
  summary: 'Opinionated code formatter',
  description: 'Formats JavaScript, CSS, Markdown and YAML. Use it to tidy source files.',
  category: 'dev',
  tags: ['formatter'],
  entry_point: 'prettier',
  install: [{ method: 'npm', package: 'prettier', version: '3.6.2' }],
  ...change,
})
