import { expect, test } from 'vitest'
import { isSubjectPattern, matchesSubject } from '../../../services/registry/src/auth/subject-pattern.ts'

test.each([
  ['repo:acme/tool:ref:refs/heads/main', true],
  ['repo:acme/*', true],
  ['repo:acme/tool:*', true],
  ['*', false],
  ['repo:*', false],
  ['repo:acme*', false],
  ['repo:*/tool', false],
  ['repo:acme/**', false],
  ['::*', false],
])('%s is a valid subject pattern: %j', (pattern, expected) => {
  expect(isSubjectPattern(pattern)).toBe(expected)
})

test.each([
  ['repo:acme/tool', 'repo:acme/tool', true],
  ['repo:acme/tool', 'repo:acme/tool2', false],
  ['repo:acme/*', 'repo:acme/tool:ref:refs/heads/main', true],
  ['repo:acme/*', 'repo:acme-evil/tool', false],
  ['repo:acme/*', 'x:repo:acme/tool', false],
])('%s matches %s: %j', (pattern, subject, expected) => {
  expect(matchesSubject(pattern, subject)).toBe(expected)
})
