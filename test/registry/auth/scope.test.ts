import { describe, expect, it } from 'vitest'
import { type AppAction, covers, coversScope, Scope } from '../../../services/registry/src/auth/scope.ts'

describe('Scope', () => {
  it.each(['admin', 'publish:jq', 'yank:acme-*', 'owners:*', 'publish:a-b-*'])('accepts %j', (text) => {
    expect(Scope.parse(text)).toBe(text)
  })

  it.each([
    '',
    'admin:*',
    'publish',
    'publish:',
    'publish:*-*',
    'publish:-*',
    'publish:acme*',
    'publish:acme--*',
    'publish:Acme',
    'publish:jq:jq',
    'delete:jq',
    ':jq',
    'publish:jq ',
    'publish:jq\0',
    'constructor:jq',
  ])('refuses %j', (text) => {
    expect(Scope.safeParse(text).success).toBe(false)
  })
})

describe('covers', () => {
  it.each<[string, AppAction, string, boolean]>([
    ['admin', 'owners', 'jq', true],
    ['publish:*', 'publish', 'jq', true],
    ['publish:jq', 'publish', 'jq', true],
    ['publish:jq', 'publish', 'jql', false],
    ['publish:jq', 'publish', '*', false],
    ['publish:acme-*', 'publish', 'acme-tool', true],
    ['publish:acme-*', 'publish', 'acme', false],
    ['publish:acme-*', 'publish', 'acmetool', false],
    ['publish:*', 'yank', 'jq', false],
    ['yank:*', 'publish', 'jq', false],
  ])('%s for %s %s is %j', (scope, action, target, expected) => {
    expect(covers([scope], action, target)).toBe(expected)
  })

  it.each([
    ['publish:*', 'publish:jq', true],
    ['publish:acme-*', 'publish:acme-*', true],
    ['publish:acme-*', 'publish:acme-web-*', true],
    ['publish:acme-web-*', 'publish:acme-*', false],
    ['publish:acme-*', 'publish:*', false],
    ['publish:*', 'admin', false],
    ['admin', 'admin', true],
  ])('%s for the scope %s is %j', (held, requested, expected) => {
    expect(coversScope([held], requested)).toBe(expected)
  })
})
