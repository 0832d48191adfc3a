import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PlaybookDocument, PlaybookPage } from '../../../documents/playbook-documents.ts'
import { registryPaths } from '../../../documents/registry-paths.ts'
import { IntegrityError } from '../../../errors/errors.ts'
import { isObject } from '../../../is-object.ts'
import { t } from '../../../messages/t.ts'
import type { FoundPlaybook } from '../../../playbook/found-playbook.ts'
import type { Playbook } from '../../../playbook/playbook.ts'
import { playbookFault } from '../../../skill/vet-answers.ts'
import { manifestDigest } from '../../digest.ts'
import { acceptAnswer } from '../accept-answer.ts'
import { fetchText } from '../fetch-text.ts'
import { folderSource } from '../folder-source.ts'
import { httpSource } from '../http-source.ts'
import { parseDocument } from '../parse-document.ts'
import type { OpenRegistryOptions } from '../registry.ts'
import { registryTrust } from '../trust/registry-trust.ts'

/** The playbooks of a registry other than the shipped catalog. */
interface ServedPlaybooks {
  /** All of them by name, without those that read like an attack; none of a static site or while offline. */
  list(): Promise<FoundPlaybook[]>
  /** One with verified digest and, if the registry signs, signature; `undefined` if there is none of that name. */
  read(name: string): Promise<Playbook | undefined>
}

const mostPages = 20

/** Opens the playbooks of a registry by URL or folder. Makes no request yet. */
export function openServedPlaybooks(location: string, options: OpenRegistryOptions): ServedPlaybooks {
  const isServer = /^https?:\/\//i.test(location)
  const base = location.endsWith('/') ? location : `${location}/`
  const folder = location.startsWith('file:')
    ? fileURLToPath(location)
    : path.resolve(options.baseFolder ?? '', location)
  const source = isServer ? httpSource(base, options) : folderSource(folder)
  const trust = registryTrust(source, { location, trustFolder: options.trustFolder })
  return {
    list: async () => {
      const found: FoundPlaybook[] = []
      let cursor: string | null = ''
      for (let page = 0; isServer && !options.isOffline && cursor !== null && page < mostPages; page++) {
        const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const answer = await fetchText(`${base}v1/playbooks?limit=100${next}`, { signal: options.signal })
        const text = await acceptAnswer(answer, base)
        if (text === undefined) break
        const { items, next_cursor } = parseDocument(text, PlaybookPage, location)
        found.push(...items.filter((item) => playbookFault(item) === undefined))
        cursor = next_cursor
      }
      return found
    },
    read: async (name) => {
      const parse = (text: string): Proven => provePlaybook(text, { name, location })
      const proven = await source.read(registryPaths.playbook(name), parse)
      if (proven === undefined) return undefined
      const { playbook, document, json } = proven
      await trust.requireVersion({ ...document, manifest: json }, name, false)
      return playbook
    },
  }
}

interface Proven {
  playbook: Playbook
  document: PlaybookDocument
  /** The playbook as received, which digest and signature cover. */
  json: Record<string, unknown>
}

/** Verifies that a playbook is the one that was asked for, has its digest, and does not read like an attack. */
function provePlaybook(text: string, { name, location }: { name: string; location: string }): Proven {
  const document = parseDocument(text, PlaybookDocument, location)
  const received = JSON.parse(text) as { playbook: unknown }
  const json = isObject(received.playbook) ? received.playbook : {}
  const { playbook } = document
  const fault = playbookFault(playbook)
  if (playbook.name === name && manifestDigest(json) === document.digest && fault === undefined)
    return { playbook, document, json }
  throw new IntegrityError(
    'integrity.playbook',
    fault === undefined
      ? t('integrity.playbook', '{location} answers with another playbook for {name}.', { location, name })
      : t('integrity.playbook.attack', 'The playbook {name} of {location} reads like {what}.', {
          name,
          location,
          what: fault.what,
        }),
    {
      hint: t('integrity.playbook.hint', 'Do not use it; tell the operator of {location}.', { location }),
    },
  )
}
