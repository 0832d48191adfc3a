import { asBrowser } from './page-registry.ts'
import type { TestRegistry } from './test-registry.ts'

const site = 'http://localhost'

/** A browser without scripts: keeps cookies, says where a form was, and does not follow redirects. */
export interface PageVisitor {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form of a page of the registry, with the key of the session that the last page had. */
  send(
    path: string,
    fields: Record<string, string | File>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** The key of the session in the last page. */
  formKey(): string
  signIn(token: string): Promise<Response>
}

export function createVisitor({ app }: Pick<TestRegistry, 'app'>, origin = site): PageVisitor {
  const cookies = new Map<string, string>()
  let key = ''
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...asBrowser, ...(cookie !== '' && { cookie }), ...init.headers }
    const answer = await app.request(origin + path, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const [, found] = /name="form" value="([\w-]+)"/.exec(await answer.clone().text()) ?? []
    key = found ?? key
    return answer
  }
  const visitor: PageVisitor = {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    send: (path, fields, headers = {}) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ form: key, ...fields })) body.append(name, value)
      return ask(path, { method: 'POST', body, headers: { origin, ...headers } })
    },
    formKey: () => key,
    signIn: (token) => visitor.send('/sign-in', { token }),
  }
  return visitor
}

/** Signs a person in with a new token, and opens the account. */
export async function signedInVisitor(
  registry: Pick<TestRegistry, 'app' | 'token'>,
  user: string,
  ...scopes: string[]
): Promise<PageVisitor> {
  const visitor = createVisitor(registry)
  await visitor.signIn(await registry.token(user, ...scopes))
  await visitor.get('/account')
  return visitor
}

/** The text of a page as a person reads it. */
export const shownText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
