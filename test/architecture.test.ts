import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface SourceFile {
  /** From the top of the checkout, with slashes. */
  file: string
  text: string
  /** Packages by name, relative imports as paths from the top. */
  imports: string[]
}

function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'))
      const text = readFileSync(path.join(root, file), 'utf8')
      const specifiers = [
        ...text.matchAll(
          /^(?:import|export) [^'=\n]*\bfrom '([^']+)'|^\} from '([^']+)'|(?:^import |\bimport\()'([^']+)'/gm,
        ),
      ].map(([, whole, last, dynamic]) => whole ?? last ?? dynamic ?? '')
      return { file, text, imports: specifiers.map((specifier) => resolved(file, specifier)) }
    })
}

const resolved = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier

const sources = [
  'packages/help/src',
  'packages/core/src',
  'packages/runtime/src',
  'services/registry/src',
  'services/installer/src',
].flatMap(sourcesBelow)
const isIn =
  (...folders: string[]) =>
  ({ file }: SourceFile): boolean =>
    folders.some((folder) => file.startsWith(folder))

/** Imports of these files that are not allowed, as `file -> import`. */
const violations = (
  files: readonly SourceFile[],
  isAllowed: (imported: string, file: string) => boolean,
): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((imported) => !isAllowed(imported, file)).map((imported) => `${file} -> ${imported}`),
  )

const isPackage = (imported: string, ...names: string[]): boolean =>
  names.some((name) => imported === name || imported.startsWith(`${name}/`))
const isBuiltIn = (imported: string): boolean => imported.startsWith('node:')

describe('packages import only', () => {
  it('help: zod and p-map, and nothing of ours or of Node', () => {
    const isAllowed = (imported: string): boolean =>
      imported.startsWith('packages/help/src/') || isPackage(imported, 'zod', 'p-map')
    const files = sources.filter(isIn('packages/help/src/'))
    expect(files.length).toBeGreaterThan(20)
    expect(violations(files, isAllowed)).toEqual([])
  })

  it('core: pure packages, and nothing of Node but its parser of arguments', () => {
    const pure = sources.filter(
      (source) => isIn('packages/core/src/')(source) && !isIn('packages/core/src/node/')(source),
    )
    expect(pure.length).toBeGreaterThan(20)
    const isAllowed = (imported: string, file: string): boolean =>
      (imported.startsWith('packages/core/src/') && !imported.startsWith('packages/core/src/node/')) ||
      imported === '@cli-apps/help/command-tree' ||
      isPackage(
        imported,
        'zod',
        'semver',
        'handlebars',
        'canonicalize',
        'intl-messageformat',
        'ipaddr.js',
        'stemmer',
        'shell-quote',
      ) ||
      // Behind separate entry points: only programs with a command line, or that judge manifests or read front matter,
      // load these.
      (file.startsWith('packages/core/src/command-line/') && imported === 'node:util') ||
      (file === 'packages/core/src/publish-rules/locate-issues.ts' && isPackage(imported, 'jsonc-parser')) ||
      (file === 'packages/core/src/skill/read-front-matter.ts' && isPackage(imported, 'yaml'))
    expect(violations(pure, isAllowed)).toEqual([])
  })

  it('core/node: core, Node, cross-spawn, p-map, undici, which and zod, and socks where it leads programs to hosts', () => {
    const isAllowed = (imported: string, file: string): boolean =>
      imported.startsWith('packages/core/src/') ||
      isBuiltIn(imported) ||
      imported === '@cli-apps/help/command-tree' ||
      isPackage(imported, 'cross-spawn', 'p-map', 'undici', 'which', 'zod') ||
      (file.startsWith('packages/core/src/node/egress/') && isPackage(imported, 'socks'))
    expect(violations(sources.filter(isIn('packages/core/src/node/')), isAllowed)).toEqual([])
  })

  it('runtime: the entry points of core, Node, zod and a schema validator, and the MCP SDK in its folder alone', () => {
    const isAllowed = (imported: string, file: string): boolean =>
      imported.startsWith('packages/runtime/src/') ||
      isBuiltIn(imported) ||
      isPackage(imported, '@cli-apps/core', 'zod', '@cfworker/json-schema') ||
      (file.startsWith('packages/runtime/src/query/') &&
        isPackage(imported, '@jmespath-community/jmespath')) ||
      (file.startsWith('packages/runtime/src/mcp/') && imported.startsWith('@modelcontextprotocol/'))
    expect(violations(sources.filter(isIn('packages/runtime/src/')), isAllowed)).toEqual([])
  })

  it('registry: nothing of runtime and installer', () => {
    const isAllowed = (imported: string): boolean =>
      !/^(packages|services\/installer)\//.test(imported) &&
      !isPackage(imported, '@cli-apps/runtime', 'cli-apps')
    expect(violations(sources.filter(isIn('services/registry/src/')), isAllowed)).toEqual([])
  })

  it('installer: nothing of the registry, and the runtime only in the commands that run apps', () => {
    const isAllowed = (imported: string, file: string): boolean =>
      !/^(packages|services\/registry)\//.test(imported) &&
      (!isPackage(imported, '@cli-apps/runtime') ||
        /\/commands\/use\/(run|runs|x|tools|jobs|service|mcp)\.ts$|\/installer\/src\/run\//.test(file))
    expect(violations(sources.filter(isIn('services/installer/src/')), isAllowed)).toEqual([])
  })

  it('only core and the installer run processes or ask servers', () => {
    const outside = sources.filter((source) => !isIn('packages/core/src/node/')(source))
    const isAllowed = (imported: string, file: string): boolean =>
      !isPackage(imported, 'cross-spawn', 'node:child_process') &&
      (!isPackage(imported, 'undici') || /^services\/registry\/src\/operator\//.test(file))
    expect(violations(outside, isAllowed)).toEqual([])
  })
})

describe('folders import downwards', () => {
  it.each([
    ['services/registry/src/routes/', /registry\/src\/db\//],
    ['services/registry/src/db/', /registry\/src\/(apps|auth|routes|http|commands|operator)\//],
    ['services/registry/src/apps/', /registry\/src\/(routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/documents/', /registry\/src\/(routes|http|commands|operator|export)\/|^hono/],
    // A static site has the pages of the server.
    ['services/registry/src/export/', /registry\/src\/(routes\/(?!pages\/)|commands|operator)\//],
    ['services/registry/src/signing/', /registry\/src\/(apps|routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/auth/', /registry\/src\/(apps|routes|http|commands|operator)\/|^hono/],
    [
      'services/registry/src/compat/',
      /registry\/src\/((routes|commands|operator)\/|db\/(?!database-error))|^drizzle-orm/,
    ],
    ['services/registry/src/backup/', /registry\/src\/(routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/mcp/', /registry\/src\/(db|routes|commands|operator)\//],
    ['services/registry/src/openapi/', /registry\/src\/(db|apps|routes|commands|operator)\//],
    ['services/registry/src/web/', /registry\/src\/(db|apps|routes|http|commands|operator)\//],
    ['services/registry/src/operator/', /registry\/src\/(routes|commands)\//],
    ['services/registry/src/http/', /registry\/src\/(routes|apps|commands|operator)\//],
    [
      'services/registry/src/commands/',
      /registry\/src\/(routes|auth\/tokens|db\/(?!open-database))|^(hono|drizzle-orm)/,
    ],
    [
      'services/installer/src/strategies/',
      /installer\/src\/(install|update|lock|uninstall|commands|ui|workspace|store)\//,
    ],
    ['services/installer/src/binary/', /installer\/src\/(?!binary\/)/],
    ['services/installer/src/debian/', /installer\/src\/(?!debian\/|binary\/|store\/)/],
    [
      'services/installer/src/workspace/',
      /installer\/src\/(install|update|lock|uninstall|health|commands|ui|strategies|store)\//,
    ],
    ['services/installer/src/store/', /installer\/src\/(install|update|lock|uninstall|health|commands|ui)\//],
    [
      'services/installer/src/plan/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|resolve|store|binary)\//,
    ],
    [
      'services/installer/src/resolve/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|store|strategies|binary|ui)\//,
    ],
    [
      'services/installer/src/agents/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|resolve|store|strategies|binary|grants|ui)\//,
    ],
    [
      'services/installer/src/skill/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|resolve|store|strategies|binary|ui)\//,
    ],
    ['services/installer/src/skill-lint/', /installer\/src\/(?!skill-lint\/)/],
    [
      'services/installer/src/probe/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|resolve|store|strategies|binary|ui|workspace)\//,
    ],
    [
      'services/installer/src/grants/',
      /installer\/src\/(commands|install|update|lock|uninstall|health|resolve|store|strategies|ui)\//,
    ],
    ['services/installer/src/one-off/', /installer\/src\/(commands|run|ui|health|update|lock|uninstall)\//],
    ['services/installer/src/home/', /installer\/src\/(commands|install|plan|health|ui)\//],
    ['services/installer/src/settings/', /installer\/src\/(?!settings\/|messages\/|config\.ts)/],
    ['services/installer/src/messages/', /installer\/src\/(?!messages\/|ui\/)/],
    ['services/installer/src/completion/', /installer\/src\/(?!completion\/|command[^/]*\.ts)/],
    ['services/installer/src/install/', /installer\/src\/(commands|update|lock|uninstall|health)\//],
    ['services/installer/src/update/', /installer\/src\/(commands|lock|uninstall|health)\//],
    ['services/installer/src/lock/', /installer\/src\/(commands|update|uninstall|health|ui)\//],
    ['services/installer/src/uninstall/', /installer\/src\/(commands|update|lock|health|ui)\//],
    ['services/installer/src/health/', /installer\/src\/(commands|update|uninstall|ui)\//],
    ['packages/help/src/text/', /help\/src\/(options|sections|usage|commands|screen|crawl)\//],
    ['packages/help/src/options/', /help\/src\/(sections|usage|commands|screen|crawl)\//],
    ['packages/help/src/sections/', /help\/src\/(usage|commands|screen|crawl)\//],
    ['packages/help/src/usage/', /help\/src\/(commands|screen|crawl)\//],
    ['packages/help/src/commands/', /help\/src\/(screen|crawl)\//],
    ['packages/help/src/screen/', /help\/src\/crawl\//],
    ['packages/core/src/results/', /core\/src\/node\//],
    // The main entry point does not load what another entry point exports.
    ['packages/runtime/src/', /runtime\/src\/mcp\/|^@modelcontextprotocol\//],
  ])('%s imports nothing above it', (folder, above) => {
    const files = sources.filter(isIn(folder)).filter((source) => !isIn('packages/runtime/src/mcp/')(source))
    expect(files.length).toBeGreaterThan(0)
    expect(violations(files, (imported) => !above.test(imported))).toEqual([])
  })
})

/** By folder, which folders beside each one it may import. Files directly in the folder may be imported by all. */
const siblings: Record<string, Record<string, string>> = {
  'packages/core/src/node': {
    lock: '',
    publication: '',
    signing: '',
    program: 'sandbox',
    sandbox: 'program',
    grants: 'lock',
    keyring: 'grants',
    registry: 'publication signing',
    egress: 'registry',
    workspace: 'record-signature',
    'record-signature': 'lock workspace',
    // A file: skills are rendered without knowing any of the folders.
    'templates.ts': '',
  },
  'packages/runtime/src': {
    sandbox: '',
    turns: '',
    changes: 'turns',
    streams: '',
    query: '',
    pipeline: 'sandbox streams',
    invoke: 'changes pipeline query sandbox streams turns',
    context: 'skills',
    skills: 'context turns',
    confirm: 'streams tools',
    audit: 'confirm invoke tools',
    discovery: 'audit',
    output: 'invoke query tools',
    runner: 'audit confirm invoke sandbox services tools streams',
    jobs: 'invoke tools',
    services: 'invoke jobs',
    tools: 'audit confirm discovery invoke jobs output services skills streams turns',
    ai: 'tools',
    anthropic: 'tools',
    openai: 'tools',
    mcp: 'confirm invoke sandbox skills tools turns',
  },
  'services/registry/src/apps': { change: '', publish: 'read', search: '', read: 'search' },
  'services/registry/src/db': { embedded: '', postgres: '', queries: '' },
}

describe('folders import of their siblings only those listed', () => {
  it.each(
    Object.entries(siblings).flatMap(([parent, arrows]) =>
      Object.entries(arrows).map(([folder, allowed]) => [`${parent}/${folder}`, parent, allowed] as const),
    ),
  )('%s', (folder, parent, allowed) => {
    const files = sources.filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
    expect(files.length).toBeGreaterThan(0)
    const isAllowed = (imported: string): boolean => {
      const [sibling = '', ...rest] = imported.startsWith(`${parent}/`)
        ? imported.slice(parent.length + 1).split('/')
        : []
      return rest.length === 0 || folder === `${parent}/${sibling}` || allowed.split(' ').includes(sibling)
    }
    expect(violations(files, isAllowed)).toEqual([])
  })

  it('every folder is listed', () => {
    for (const [parent, arrows] of Object.entries(siblings)) {
      const folders = readdirSync(path.join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
      expect(Object.keys(arrows), parent).toEqual(expect.arrayContaining(folders))
    }
  })
})

describe('files', () => {
  it('have at most 400 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)
    expect(long).toEqual([])
  })

  it('end the process and read its environment only at the entry', () => {
    const entries =
      /^(services\/(installer\/src\/(main|run-cli)|registry\/src\/(main|cli))|packages\/runtime\/src\/jobs\/supervisor)\.ts$/
    const outside = sources.filter(({ file }) => !entries.test(file))
    expect(outside.filter(({ text }) => /\bprocess\.exit\b/.test(text)).map(({ file }) => file)).toEqual([])
    const readers = outside
      .filter(({ text }) => /^(?!\s*(\*|\/[/*])).*\bprocess\.env\b/m.test(text))
      .map(({ file }) => file)
    // Proxies are those of the process, whoever asks.
    expect(readers).toEqual([
      'packages/core/src/node/registry/ask-through-proxy.ts',
      'packages/runtime/src/open-run-dependencies.ts',
    ])
  })

  it('use named exports, not star exports', () => {
    expect(sources.filter(({ text }) => /^export \*/m.test(text)).map(({ file }) => file)).toEqual([])
  })
})
