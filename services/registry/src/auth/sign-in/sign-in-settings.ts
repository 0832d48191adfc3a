/** How people sign in at one identity provider, as the operator configured it. */
export interface SignInSettings {
  issuer: string
  /** Shown to people. */
  name: string
  clientId: string
  /** Absent for a public client, which PKCE alone protects. */
  clientSecret?: string | undefined
  /** Separated by spaces. */
  scopes: string
  /** Whether a person without an account may create one. */
  isOpen: boolean
  /** Exactly as it is registered at the identity provider. */
  redirectUri: string
}
