import { randomBytes } from 'node:crypto'
import { InvalidError, NotFoundError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { GrantValue, type StoredVariable } from '../grants/grants-file.ts'
import type { Keyring } from './keyring.ts'

/** Returns an account that no other value has: the file of another user or workspace may lead to the same keyring. */
export const newAccount = (app: string, name: string): string =>
  `${app}/${name}/${randomBytes(8).toString('hex')}`

/**
 * Returns the value of a variable, wherever it is kept. Throws `NotFoundError` `keyring.missing`, `InvalidError`
 * `keyring.bad-value`, and what the keyring throws.
 */
export async function storedValue(app: string, variable: StoredVariable, keyring: Keyring): Promise<string> {
  if (!('keyring' in variable)) return variable.value
  const { name } = variable
  const value = await keyring.get(variable.keyring)
  const hint = t('keyring.missing.hint', 'Set it again: npx cli-apps env set {app} {name} --keyring', {
    app,
    name,
  })
  if (value === undefined)
    throw new NotFoundError(
      'keyring.missing',
      t('keyring.missing', '{name} of {app} is not in the keyring of the system any more.', { app, name }),
      { hint },
    )
  const parsed = GrantValue.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidError(
    'keyring.bad-value',
    t('keyring.bad-value', 'The value of {name} in the keyring {fault}.', {
      name,
      fault: parsed.error.issues[0]?.message ?? '',
    }),
    { hint },
  )
}
