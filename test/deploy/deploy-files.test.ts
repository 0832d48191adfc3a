import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { ServeFlags, serveOptions } from '../../services/registry/src/commands/serve-flags.ts'
import { healthRoutes } from '../../services/registry/src/routes/health.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): Promise<string> => readFile(path.join(root, 'deploy', file), 'utf8')

/** Reads the words after `serve` as the program does; throws for a flag that it does not have. */
function flagsOf([command, ...words]: readonly string[]): ServeFlags {
  expect(command).toBe('serve')
  return ServeFlags.parse(parseArgs({ args: words, options: serveOptions, strict: true }).values)
}

/** Variables that the documentation of the registry lists. */
async function knownVariables(): Promise<string[]> {
  const page = await readFile(path.join(root, 'docs/registry.md'), 'utf8')
  return [...page.matchAll(/^\| `([A-Z_]+)` +\| registry/gmu)].map(([, name = '']) => name)
}

const healthPaths = healthRoutes({ ping: async () => {}, isDraining: () => false } as never).routes.map(
  (route) => route.path,
)

const Service = z.object({
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
})
const Compose = z.object({
  services: z.object({ registry: Service, postgres: Service }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

describe('the container file', () => {
  it('packs and installs the package of the registry, and starts it as the program reads it', async () => {
    const text = await read('Containerfile')
    const { name } = JSON.parse(await readFile(path.join(root, 'services/registry/package.json'), 'utf8'))
    expect(text).toContain(`npm pack --workspace ${name} `)
    expect(text).toContain(`ENTRYPOINT ["${name}"]`)
    const flags = flagsOf(JSON.parse(/^CMD (\[.*\])$/mu.exec(text)?.[1] ?? '[]'))
    expect(flags).toMatchObject({ host: '0.0.0.0' })
    expect(text).toMatch(new RegExp(`^EXPOSE ${flags.port}\\b`, 'mu'))
    expect(text.split('http://127.0.0.1:')[1]).toMatch(new RegExp(`^${flags.port}/readyz'`, 'u'))
    expect(text).toMatch(/^USER node$/mu)
  })
})

describe('the compose file', () => {
  it('names flags, variables, ports and secrets that there are', async () => {
    const { services, secrets } = Compose.parse(parse(await read('compose.yaml')))
    const { registry, postgres } = services
    const flags = flagsOf(registry.command ?? [])
    expect(registry.ports).toEqual([`127.0.0.1:${flags.port}:${flags.port}`])
    expect(await knownVariables()).toEqual(expect.arrayContaining(Object.keys(registry.environment)))
    expect(registry.build).toEqual({ context: '..', dockerfile: 'deploy/Containerfile' })
    expect(registry.command).toContain(`/run/secrets/${registry.secrets[0]}`)
    expect(Object.keys(secrets)).toEqual(registry.secrets)
    // The same user, password and database on both sides.
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = postgres.environment
    expect(registry.environment.DATABASE_URL).toBe(`postgres://${user}:${password}@postgres:5432/${name}`)
  })
})

describe('the systemd unit', () => {
  const unit = (): Promise<string> => read('cli-apps-registry.service')

  it('starts the program with flags that it has, in the state folder that systemd makes', async () => {
    const text = await unit()
    const [program, ...words] = /^ExecStart=(.*)$/mu.exec(text)?.[1]?.split(' ') ?? []
    expect(program).toBe('/usr/local/bin/cli-apps-registry')
    flagsOf(words)
    const folder = /^StateDirectory=(.*)$/mu.exec(text)?.[1]
    expect(words.slice(1, 3)).toEqual(['--data', `%S/${folder}`])
  })

  it('is one that systemd reads without a warning', async ({ skip }) => {
    const found = await run('systemd-analyze', ['--version']).catch(() => undefined)
    if (found === undefined) return skip('there is no systemd-analyze')
    const folder = await temporaryFolder()
    const file = path.join(folder, 'cli-apps-registry.service')
    // systemd looks for the program, which is not installed here.
    await symlink(process.execPath, path.join(folder, 'program'))
    const text = (await unit()).replace('/usr/local/bin/cli-apps-registry', process.execPath)
    await writeFile(file, text)
    const { stdout, stderr } = await run('systemd-analyze', ['verify', file])
    expect(`${stdout}${stderr}`).toBe('')
  })
})

describe('the Kubernetes manifests', () => {
  const manifests = async (): Promise<Record<string, unknown>[]> =>
    parseAllDocuments(await read('kubernetes/registry.yaml')).map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS()
    })

  it('have only fields of the Kubernetes API, of its types', async () => {
    const folder = await temporaryFolder()
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const groups: Record<string, string> = {
      'apps/v1': 'apps/v1',
      v1: 'core/v1',
      'policy/v1': 'policy/v1',
    }
    const all = await manifests()
    const source = all.map(
      (one, at) =>
        `import type { ${one.kind} } from 'kubernetes-types/${groups[`${one.apiVersion}`]}'\n` +
        `export const one${at}: ${one.kind} = ${JSON.stringify(one)}\n`,
    )
    await writeFile(path.join(folder, 'manifests.ts'), source.join(''))
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] },
        files: ['manifests.ts'],
      }),
    )
    const tsc = path.join(root, 'node_modules/.bin/tsc')
    const checked = await run(tsc, ['--project', folder]).catch((error: unknown) => error)
    expect(checked).toMatchObject({ stdout: '' })
    expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget'])
  })

  it('name flags, variables, ports, paths and labels that there are', async () => {
    const [deployment, service, budget] = await manifests()
    const { template, selector } = Deployment.parse(deployment).spec
    const [container] = template.spec.containers
    const flags = flagsOf(container.args)
    expect(container.ports).toEqual([
      { name: 'http', containerPort: flags.port },
      { name: 'metrics', containerPort: flags['metrics-port'] },
    ])
    expect(await knownVariables()).toEqual(expect.arrayContaining(container.env.map(({ name }) => name)))
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(healthPaths).toContain(probe.httpGet.path)
      expect(probe.httpGet.port).toBe('http')
    }
    // A database that is away must not restart the servers.
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(template.metadata.labels).toMatchObject(selector.matchLabels)
    expect(service).toMatchObject({
      spec: { selector: selector.matchLabels, ports: [{ targetPort: 'http' }] },
    })
    expect(budget).toMatchObject({ spec: { selector } })
  })
})

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Container = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string() })),
  ports: z.array(z.unknown()),
  startupProbe: Probe,
  readinessProbe: Probe,
  livenessProbe: Probe,
})
const Deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({ containers: z.tuple([Container]) }),
    }),
  }),
})
