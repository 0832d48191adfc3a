import { expect, test } from 'vitest'
import { databaseAway } from '../../../services/registry/src/db/database-error.ts'

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code })

test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '28P01', '3D000', '55000', '53100'])(
  '%s means the database is away, also as a cause',
  (code) => {
    expect(databaseAway(coded(code))).toMatchObject({ httpStatus: 503, code: 'database.away' })
    expect(databaseAway(new Error('query failed', { cause: coded(code) }))).toMatchObject({ httpStatus: 503 })
  },
)

test('a constraint violation is not an outage', () => {
  expect(databaseAway(coded('23505'))).toBeUndefined()
  expect(databaseAway('text')).toBeUndefined()
})
