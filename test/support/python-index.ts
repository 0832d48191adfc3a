import { loopbackServer } from './file-server.ts'
import { sha256Of, type Wheel, wheel } from './python-wheel.ts'

export interface ServedWheel extends Wheel {
  /** When it was uploaded, in ISO 8601; the index says nothing when absent. */
  uploaded?: string
}

/** A Python index on loopback that speaks JSON (PEP 691, PEP 700) and lives as long as the test. */
export async function pythonIndex(wheels: readonly ServedWheel[]): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const served = wheels.map((one) => ({
    ...one,
    filename: `${one.name}-${one.version}-py3-none-any.whl`,
    bytes: wheel(one),
  }))
  const url = await loopbackServer((request, response) => {
    const [, kind, name] = (request.url ?? '').split('/')
    asked.push(request.url ?? '')
    const file = served.find(({ filename }) => kind === 'files' && filename === name)
    if (file !== undefined) return void response.writeHead(200).end(file.bytes)
    const files = served
      .filter((one) => kind === 'simple' && one.name === name)
      .map(({ filename, bytes, uploaded }) => ({
        filename,
        url: `/files/${filename}`,
        hashes: { sha256: sha256Of(bytes) },
        ...(uploaded !== undefined && { 'upload-time': uploaded }),
      }))
    const versions = served.flatMap((one) => (one.name === name ? [one.version] : []))
    response
      .writeHead(files.length === 0 ? 404 : 200, { 'content-type': 'application/vnd.pypi.simple.v1+json' })
      .end(JSON.stringify({ meta: { 'api-version': '1.1' }, name, versions, files }))
  })
  return { url: `${url}/simple`, asked }
}
