import { locateIssues } from '@cli-apps/core/publish-rules'
import { describe, expect, it } from 'vitest'

const text = `{
  "name": "x",
  "run": { "a b": [1, { "c": 2 }] },
  "install": [
    { "method": "npm" }
  ]
}`

describe('locateIssues', () => {
  it.each([
    ['name', 2, 3],
    ['run["a b"][1].c', 3, 25],
    ['install[0].package', 5, 5],
    ['install[7]', 4, 3],
    ['', 1, 1],
    ['summary', 1, 1],
    ['][..', 1, 1],
  ])('finds %j in line %i, column %i', (path, line, column) => {
    const { issues, fault } = locateIssues({ text, issues: [{ path, message: 'is wrong' }] })
    expect(issues).toEqual([{ path, message: 'is wrong', line, column }])
    expect(fault).toBeUndefined()
  })

  it('begins in the manifest of a publication', () => {
    const publication = `{ "commands": {},\n "manifest": ${text} }`
    const { issues } = locateIssues({ text: publication, issues: [{ path: 'name', message: '' }] })
    expect(issues).toMatchObject([{ line: 3, column: 3 }])
  })

  it('finds where a text stops being JSON', () => {
    expect(locateIssues({ text: '{\n  "a": 1,\n}', issues: [] }).fault).toEqual({ line: 3, column: 1 })
    expect(locateIssues({ text: '{\n  // no\n  "a": 1 }', issues: [] }).fault).toEqual({ line: 2, column: 3 })
    expect(locateIssues({ text: '', issues: [] }).fault).toEqual({ line: 1, column: 1 })
  })
})
