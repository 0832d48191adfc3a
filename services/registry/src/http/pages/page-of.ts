import type { WebSession } from '../../auth/web-sessions.ts'
import type { Deps } from '../../deps.ts'
import { type Page, rootFrom } from '../../web/page.ts'
import { pageTexts } from '../../web/texts/page-texts.ts'
import type { RequestContext } from '../env.ts'
import { addressOf } from './address-of.ts'
import { pageLanguage } from './page-variant.ts'
import { publicOrigin } from './public-origin.ts'

/** What a page needs to know of its request. `isEnglishOnly` is for pages whose texts have no translation. */
export function pageOf(
  c: RequestContext,
  deps: Pick<Deps, 'publicUrl' | 'contact'> & { isStatic?: boolean | undefined },
  { isEnglishOnly = false }: { isEnglishOnly?: boolean } = {},
): Page {
  const path = withoutLanguage(addressOf(c).slice(1))
  const language = isEnglishOnly ? 'en' : pageLanguage(c)
  return {
    root: rootFrom(path),
    path,
    language,
    texts: pageTexts[language],
    address: publicOrigin(c, deps),
    contact: deps.contact,
    session: sessionOf(c),
    isStatic: deps.isStatic === true,
  }
}

function sessionOf(c: RequestContext): Page['session'] {
  const session = c.get('session') as WebSession | undefined
  return session && { user: session.actor.user, formKey: session.formKey }
}

function withoutLanguage(path: string): string {
  const [before = '', query] = path.split('?')
  if (query === undefined) return before
  const kept = query.split('&').filter((part) => part !== '' && !part.startsWith('lang='))
  return kept.length === 0 ? before : `${before}?${kept.join('&')}`
}
