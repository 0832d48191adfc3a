import type { Problem } from '@cli-apps/core'
import type { Page } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'

/** A failure in words for people. */
interface Failure {
  /** Absent where the problem document says it best. */
  text: string | undefined
  links: readonly { to: string; text: string }[]
}

/** Returns what a page says of a failure that people meet at the address of a page, and where they can go on. */
export function failureFor({ path, texts }: Page, { code }: Problem): Failure {
  const { errors } = texts
  const [folder, encoded = ''] = (path.split('?')[0] ?? '').split('/')
  const app = folder === 'apps' && encoded !== '' ? `apps/${encoded}` : undefined
  const name = lineOf(decoded(encoded), 100)
  const apps = { to: 'apps', text: texts.home.all }
  switch (code) {
    case 'app.unknown':
      return { text: errors.noApp(name), links: [] }
    case 'version.unknown':
      return { text: errors.noVersion(name), links: [...toApp(app, name, errors), apps] }
    case 'command.unknown':
    case 'app.withheld':
      return {
        text: code === 'app.withheld' ? errors.withheld(name) : errors.noCommand(name),
        links: [...toApp(app, name, errors).slice(0, 1), apps],
      }
    case 'playbook.unknown':
      return { text: errors.noPlaybook(name), links: [{ to: 'playbooks', text: errors.allPlaybooks }] }
    case 'publisher.unknown':
      return { text: errors.noPublisher(name), links: [apps] }
    case 'route.unknown':
    case 'page.unknown':
      return { text: errors.noPage, links: [apps, { to: 'playbooks', text: errors.allPlaybooks }] }
    case 'query.invalid':
    case 'query.bad-cursor':
      return { text: errors.badQuery, links: [apps] }
    default:
      return { text: undefined, links: [] }
  }
}

const toApp = (app: string | undefined, name: string, errors: Page['texts']['errors']): Failure['links'] =>
  app === undefined
    ? []
    : [
        { to: app, text: errors.toApp(name) },
        { to: `${app}/versions`, text: errors.toVersions(name) },
      ]

/** Addresses can hold escapes that stand for no text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
