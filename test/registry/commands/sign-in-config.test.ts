import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRegistryConfig } from '../../../services/registry/src/config.ts'
import { openSignIn } from '../../../services/registry/src/sign-in-config.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const least = {
  CLI_APPS_SIGN_IN_ISSUER: 'https://id.example/tenant/',
  CLI_APPS_SIGN_IN_CLIENT_ID: 'registry',
}
const configOf = (environment: NodeJS.ProcessEnv) => readRegistryConfig({}, environment).signIn

describe('the configuration of the sign-in', () => {
  it('is off without an issuer, and has defaults', () => {
    expect(configOf({ CLI_APPS_SIGN_IN_ISSUER: '' })).toBeUndefined()
    expect(configOf(least)).toEqual({
      issuer: 'https://id.example/tenant/',
      clientId: 'registry',
      clientSecret: undefined,
      scopes: 'openid profile',
      name: 'id.example',
      isOpen: true,
    })
  })

  it('reads the secret from a variable or a file, and knows the address to return to', async () => {
    const file = path.join(await temporaryFolder(), 'secret')
    await writeFile(file, 'from the file\n')
    for (const [variable, value, secret] of [
      ['CLI_APPS_SIGN_IN_CLIENT_SECRET', 'from the variable', 'from the variable'],
      ['CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE', file, 'from the file'],
    ] as const) {
      const config = configOf({ ...least, [variable]: value, CLI_APPS_SIGN_IN_REGISTRATION: 'closed' })
      expect(config && (await openSignIn(config, 'https://apps.example/registry/'))).toMatchObject({
        clientSecret: secret,
        isOpen: false,
        redirectUri: 'https://apps.example/registry/sign-in/openid/callback',
      })
    }
  })

  it.each<[string, NodeJS.ProcessEnv]>([
    ['an issuer without TLS on another host', { CLI_APPS_SIGN_IN_ISSUER: 'http://id.example' }],
    ['an issuer that is no URL', { CLI_APPS_SIGN_IN_ISSUER: 'id.example' }],
    ['an issuer with a query', { CLI_APPS_SIGN_IN_ISSUER: 'https://id.example/?a=b' }],
    ['an issuer with a password', { CLI_APPS_SIGN_IN_ISSUER: 'https://a:b@id.example' }],
    ['an issuer without a client', { CLI_APPS_SIGN_IN_CLIENT_ID: '' }],
    ['a client without an issuer', { CLI_APPS_SIGN_IN_ISSUER: '' }],
    ['scopes without openid', { CLI_APPS_SIGN_IN_SCOPES: 'profile email' }],
    ['a name of two lines', { CLI_APPS_SIGN_IN_NAME: 'Example\nID' }],
    ['another word for registration', { CLI_APPS_SIGN_IN_REGISTRATION: 'off' }],
    ['two secrets', { CLI_APPS_SIGN_IN_CLIENT_SECRET: 'a', CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE: 'b' }],
  ])('refuses %s', (_, change) => {
    expect(() => configOf({ ...least, ...change })).toThrowError(
      expect.objectContaining({ code: expect.stringMatching(/^(config\.invalid|sign-in\.incomplete)$/) }),
    )
  })

  it.each(['s3cret'.repeat(10_000), 's3cret\n\t\u0001'])(
    'has no rule for secrets, whose failure would show one',
    (text) => {
      const config = configOf({ ...least, CLI_APPS_SIGN_IN_CLIENT_SECRET: text })
      expect(config?.clientSecret).toEqual({ text })
    },
  )

  it.each([undefined, 'http://apps.example', 'https://apps.example/?a=b'])(
    'refuses the public URL %s',
    async (publicUrl) => {
      const config = configOf(least)
      await expect(config && openSignIn(config, publicUrl)).rejects.toMatchObject({
        code: 'sign-in.incomplete',
      })
    },
  )

  it.each(['missing', 'empty'])('refuses a file of the secret that is %s', async (name) => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'empty'), '\n')
    const config = configOf({ ...least, CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE: path.join(folder, name) })
    await expect(config && openSignIn(config, 'https://apps.example')).rejects.toMatchObject({
      code: 'sign-in.incomplete',
      message: expect.stringContaining(path.join(folder, name)),
    })
  })
})
