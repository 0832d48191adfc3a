import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSource } from '../../../../services/registry/src/compat/cli-anything/read-source.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Serves a catalog at `/ok`, a redirect to it at `/away`, and nothing else. */
async function serve(): Promise<string> {
  const server = createServer(({ url }, response) => {
    if (url === '/ok') response.end('{"clis":[]}')
    else if (url === '/away') response.writeHead(302, { Location: '/ok' }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads a file and an address on this machine', async () => {
  const file = path.join(await temporaryFolder(), 'registry.json')
  await writeFile(file, '{"clis":[]}')
  expect(await readSource(file)).toEqual({ clis: [] })
  expect(await readSource(`${await serve()}/ok`)).toEqual({ clis: [] })
})

test('refuses redirects and failed responses', async () => {
  const url = await serve()
  await expect(readSource(`${url}/away`)).rejects.toMatchObject({ code: 'import.redirect' })
  await expect(readSource(`${url}/nothing`)).rejects.toMatchObject({ code: 'import.status' })
})

test.each([
  ['http://example.com/registry.json', 'network.plain-http'],
  ['ftp://example.com/registry.json', 'network.plain-http'],
  ['https://10.0.0.1/registry.json', 'import.private-url'],
  ['https://metadata.internal/registry.json', 'import.private-url'],
  ['https://localhost/registry.json', 'import.private-url'],
  ['/nonexistent/registry.json', 'import.no-file'],
])('refuses to read %s with %s', async (source, code) => {
  await expect(readSource(source)).rejects.toMatchObject({ code })
})
