import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { AuditResult } from '../../../services/installer/src/audit/audit-result.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { closedPort, loopbackServer } from '../../support/file-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Advisories in the form of npm's bulk endpoint (a shortened real response). */
const npmAnswer = {
  lodash: [
    {
      id: 1106913,
      url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
      title: 'Command Injection in lodash',
      severity: 'high',
      vulnerable_versions: '<4.17.21',
      cwe: ['CWE-77', 'CWE-94'],
      cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
    },
    {
      id: 1094500,
      url: 'https://github.com/advisories/GHSA-x5rq-j2xg-h7qm',
      title: 'Regular Expression Denial of Service in lodash',
      severity: 'moderate',
      vulnerable_versions: '<4.17.11',
    },
  ],
}

/** A shortened OSV record. */
const jinja = {
  schema_version: '1.7.0',
  id: 'GHSA-h5c8-rqwp-cp95',
  modified: '2025-02-21T05:33:34Z',
  aliases: ['CVE-2024-22195', 'PYSEC-2024-1'],
  summary: 'Jinja vulnerable to HTML attribute injection',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N' }],
  affected: [
    {
      package: { name: 'jinja2', ecosystem: 'PyPI', purl: 'pkg:pypi/jinja2' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.1.3' }] }],
    },
  ],
  database_specific: { severity: 'MODERATE' },
}

const artifact = (name: string, version: string): unknown => ({ name, version, integrity: null })
const locked = (platform: unknown): unknown => ({
  version: '1.0.0',
  digest: `sha256:${'0'.repeat(64)}`,
  registry: 'https://registry.example',
  platforms: { 'linux-x64': platform },
})

async function machineWithLock(environment: Record<string, string> = {}): Promise<Machine> {
  const machine = await createMachine(environment)
  const lockfile = {
    lockfile: 1,
    apps: {
      template: locked({ method: 'pip', artifacts: [artifact('Jinja2', '3.1.2'), artifact('fine', '1.0')] }),
      tool: locked({
        method: 'npm',
        artifacts: [artifact('tool', '1.0.0'), artifact('tool/node_modules/lodash', '4.17.15')],
      }),
      video: locked({ method: 'binary', artifacts: [artifact('https://downloads.test/video', '')] }),
    },
  }
  await writeFile(path.join(machine.workspace, 'cli-apps.lock'), JSON.stringify(lockfile))
  return machine
}

interface Databases {
  mirrors: string
  asked: { path: string; body: unknown }[]
}

/** npm's and OSV's endpoints on loopback. */
async function databases(): Promise<Databases> {
  const asked: Databases['asked'] = []
  const url = await loopbackServer(async (request, response) => {
    const at = request.url ?? ''
    const body: unknown = request.method === 'POST' ? JSON.parse(await text(request)) : undefined
    asked.push({ path: at, body })
    const answers: Record<string, unknown> = {
      '/npm/-/npm/v1/security/advisories/bulk': npmAnswer,
      '/osv/v1/querybatch': { results: [{}, { vulns: [{ id: jinja.id, modified: jinja.modified }] }] },
      [`/osv/v1/vulns/${jinja.id}`]: jinja,
    }
    const answer = answers[at]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  return { mirrors: `https://registry.npmjs.org/=${url}/npm/ https://api.osv.dev/=${url}/osv/`, asked }
}

describe('audit', () => {
  it('lists vulnerabilities of locked packages, most severe first, and exits with status 8', async () => {
    const { mirrors, asked } = await databases()
    const machine = await machineWithLock({ CLI_APPS_MIRRORS: mirrors })
    const { status, json, stderr } = await machine.cli('audit', '--json')
    const { checked, advisories, unchecked, uncovered } = json<AuditResult>()
    expect([status, stderr, checked, unchecked]).toEqual([8, '', 4, []])
    expect(advisories).toEqual([
      {
        id: 'GHSA-35jh-r3h4-6jhm',
        aliases: [],
        severity: 'high',
        title: 'Command Injection in lodash',
        url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
        fixed: ['4.17.21'],
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.15',
        apps: ['tool'],
      },
      {
        id: 'GHSA-h5c8-rqwp-cp95',
        aliases: ['CVE-2024-22195', 'PYSEC-2024-1'],
        severity: 'moderate',
        title: 'Jinja vulnerable to HTML attribute injection',
        url: 'https://osv.dev/vulnerability/GHSA-h5c8-rqwp-cp95',
        fixed: ['3.1.3'],
        ecosystem: 'PyPI',
        package: 'jinja2',
        version: '3.1.2',
        apps: ['template'],
      },
    ])
    expect(uncovered).toEqual([{ app: 'video', method: 'binary', package: null }])
    expect(asked.map(({ body }) => body)).toEqual([
      { lodash: ['4.17.15'], tool: ['1.0.0'] },
      {
        queries: [
          { package: { ecosystem: 'PyPI', name: 'fine' }, version: '1.0' },
          { package: { ecosystem: 'PyPI', name: 'jinja2' }, version: '3.1.2' },
        ],
      },
      undefined,
    ])
  })

  it('reports only the requested level and above', async () => {
    const { mirrors } = await databases()
    const machine = await machineWithLock({ CLI_APPS_MIRRORS: mirrors })
    const { status, stdout } = await machine.cli('audit', '--level', 'high')
    expect([status, stdout.match(/^(high|moderate): .*/gm)]).toEqual([
      8,
      ['high: lodash 4.17.15: Command Injection in lodash'],
    ])
    expect((await machine.cli('audit', '--level', 'critical')).status).toBe(0)
    const { status: refused, stderr } = await machine.cli('audit', '--level', 'grave')
    expect([refused, stderr]).toEqual([
      2,
      expect.stringContaining('Use one of low, moderate, high, critical.'),
    ])
  })

  it('reports what it could not look up and exits with status 9', async () => {
    const closed = await closedPort()
    const machine = await machineWithLock({
      CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${closed}/ https://api.osv.dev/=${closed}/`,
    })
    const { status, json } = await machine.cli('audit', '--json')
    const { checked, advisories, unchecked } = json<AuditResult>()
    expect([status, checked, advisories]).toEqual([9, 0, []])
    expect(unchecked.map(({ ecosystem, packages, error }) => [ecosystem, packages, error.code])).toEqual([
      ['npm', 2, 'audit.unreachable'],
      ['PyPI', 2, 'audit.unreachable'],
    ])
  })

  it('makes no requests if a downloaded database is given: an archive per ecosystem, or a folder of records', async () => {
    const closed = await closedPort()
    const machine = await machineWithLock({
      CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${closed}/ https://api.osv.dev/=${closed}/`,
    })
    const folder = await temporaryFolder()
    const lodash = {
      id: 'GHSA-35jh-r3h4-6jhm',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'lodash' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
        },
      ],
    }
    for (const name of ['npm', 'PyPI']) await mkdir(path.join(folder, name))
    const archive = zipSync({ 'GHSA-35jh-r3h4-6jhm.json': Buffer.from(JSON.stringify(lodash)) })
    await writeFile(path.join(folder, 'npm', 'all.zip'), archive)
    await writeFile(path.join(folder, 'PyPI', 'GHSA-h5c8-rqwp-cp95.json'), JSON.stringify(jinja))
    const { status, json } = await machine.cli('audit', '--database', folder, '--json')
    const { advisories, unchecked, checked } = json<AuditResult>()
    expect([status, checked, unchecked]).toEqual([8, 4, []])
    expect(advisories.map(({ id, package: name, severity }) => [id, name, severity])).toEqual([
      ['GHSA-35jh-r3h4-6jhm', 'lodash', null],
      ['GHSA-h5c8-rqwp-cp95', 'jinja2', 'moderate'],
    ])
  })

  it('refuses a missing or damaged database, and reports an ecosystem that it lacks', async () => {
    const machine = await machineWithLock()
    const folder = await temporaryFolder()
    const ask = async (): Promise<unknown> => {
      const { status, json } = await machine.cli('audit', '--database', folder, '--json')
      const { error, unchecked } = json<{ error?: { code: string }; unchecked?: AuditResult['unchecked'] }>()
      return [
        status,
        error?.code ?? unchecked?.map(({ ecosystem, error: { code } }) => `${ecosystem} ${code}`),
      ]
    }
    expect(await ask()).toEqual([9, ['npm audit.no-ecosystem', 'PyPI audit.no-ecosystem']])
    await mkdir(path.join(folder, 'npm'))
    await writeFile(path.join(folder, 'npm', 'all.zip'), 'not an archive')
    expect(await ask()).toEqual([3, 'audit.bad-database'])
    const { status, json } = await machine.cli('audit', '--database', path.join(folder, 'nothing'), '--json')
    expect([status, json<{ error: { code: string } }>().error.code]).toEqual([4, 'audit.no-database'])
  })
})
