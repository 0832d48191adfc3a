import { describe, expect, it } from 'vitest'
import { checkTranslations } from '../../../scripts/messages/check-translations.ts'
import { findTemplates, isForPeople, templatesIn } from '../../../scripts/messages/find-templates.ts'
import translations from '../../../services/installer/src/messages/zh.json' with { type: 'json' }

const { missing, stale, unlike } = checkTranslations(findTemplates(), translations)

describe('the Chinese translations ("npm run messages" lists the problems)', () => {
  it('has every text that people read', () => {
    expect(missing).toEqual([])
  })
  it('has none that nothing says any more', () => {
    expect(stale).toEqual([])
  })
  it('keeps every hole of every text', () => {
    expect(unlike).toEqual([])
  })
})

describe('the search for texts', () => {
  it('finds sentences and their parts in templates, line by line', () => {
    const source = [
      "throw new NotFoundError('app.unknown', `There is no app called ${name} in ${list.join(', ')}.`, {",
      '  hint: near ? `Did you mean ${near}? "cli-apps search" finds apps.` : \'Look elsewhere.\',',
      '})',
      'const text = `${a}${b} is gone.\\n  skill: ${c}`',
    ].join('\n')
    expect(templatesIn('a.ts', source)).toEqual([
      'There is no app called {0} in {1}.',
      'Did you mean {0}? "cli-apps search" finds apps.',
      'Look elsewhere.',
      '{0} is gone.',
      'skill: {0}',
    ])
  })

  it('leaves out what is for programs', () => {
    const source = [
      "import x from 'a b c'",
      "z.string().describe('Of the registry that is changed')",
      "throw new RangeError('a store entry is needed')",
      "type A = 'one or another'",
      "const command = { usage: '<name> and more' }",
    ].join('\n')
    expect(templatesIn('a.ts', source)).toEqual([])
    for (const text of [
      '{0} is {1}',
      'cli-apps install {0}',
      'application/json; charset=utf-8',
      'word',
      '{0}, {1}',
    ])
      expect([text, isForPeople(text)]).toEqual([text, false])
  })

  it('tells what is missing, stale and unlike', () => {
    const found = [{ template: 'a {0}', file: 'f.ts' }]
    expect(checkTranslations(found, { 'b {0}': 'c' })).toEqual({
      missing: found,
      stale: ['b {0}'],
      unlike: ['b {0}'],
    })
  })
})
