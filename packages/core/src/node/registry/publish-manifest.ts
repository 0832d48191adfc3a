import { PublishReceipt, registryPaths } from '../../api.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { acceptAnswer } from './accept-answer.ts'
import { parseDocument } from './parse-document.ts'

/** Sends a manifest, as text, to a registry server. Throws what the server says, every issue included. */
export async function publishManifest(
  location: string,
  { name, version, text, token }: { name: string; version: string; text: string; token: string },
): Promise<{ receipt: PublishReceipt; isNew: boolean }> {
  const base = serverBase(location)
  const { fetchText } = await import('./fetch-text.ts')
  const response = await fetchText(base + registryPaths.publish(name, version), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: text,
  })
  const answer = acceptAnswer(response, location)
  if (answer === undefined) throw notARegistry(location)
  return { receipt: parseDocument(answer, PublishReceipt, location), isNew: response.status === 201 }
}

function serverBase(location: string): string {
  if (/^https?:\/\//.test(location)) return location.endsWith('/') ? location : `${location}/`
  throw new UsageError('registry.not-a-server', `${location} cannot be published to.`, {
    hint: 'Name a registry server with --registry URL.',
  })
}

const notARegistry = (location: string): NotFoundError =>
  new NotFoundError('registry.not-found', `${location} is no cli-apps registry.`, {
    hint: 'Check the address.',
  })
