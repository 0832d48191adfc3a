/** A request that costs its sender little and a careless server much, or one that nobody has asked before. */
export interface HostileRequest {
  name: string
  path: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }
const manifest = (rest: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    manifest: 1,
    name: 'hostile',
    version: '1.0.0',
    display_name: 'Hostile',
    summary: 'A manifest that is expensive to check',
    description: 'A manifest that is expensive to check.',
    category: 'dev',
    entry_point: 'hostile',
    install: [{ method: 'npm', package: 'hostile', version: '1.0.0' }],
    ...rest,
  })
const validate = (name: string, body: string): HostileRequest => ({
  name: `validate: ${name}`,
  path: '/v1/validate',
  method: 'POST',
  body,
  headers: json,
})
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index))
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const callTool = (name: string, args: unknown): HostileRequest => ({
  name: `mcp: ${name}`,
  path: '/mcp',
  method: 'POST',
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  headers: { ...json, accept: 'application/json, text/event-stream' },
})

export const hostileRequests: readonly HostileRequest[] = [
  validate('version of 1 MB', manifest({ version: `1.0.0-${'1.'.repeat(400_000)}1` })),
  validate(
    'npm version of 1 MB',
    manifest({ install: [{ method: 'npm', package: 'hostile', version: '1.'.repeat(450_000) }] }),
  ),
  validate('name of 1 MB', manifest({ name: 'a-'.repeat(450_000) })),
  validate(
    '80,000 broken commands',
    manifest({ commands: { name: 'x', commands: many(80_000, () => ({ a: 1 })) } }),
  ),
  validate(
    '100,000 commands that are numbers',
    manifest({ commands: { name: 'x', commands: many(100_000, () => 1) } }),
  ),
  validate(
    '2,000 sound commands with options',
    manifest({
      commands: {
        name: 'x',
        commands: many(2000, (at) => ({
          name: `c${at}`,
          summary: 'A command',
          options: many(3, (option) => ({ long: [`--option-${option}`], description: 'An option' })),
        })),
      },
    }),
  ),
  validate(
    '30,000 languages',
    manifest({ i18n: Object.fromEntries(many(30_000, (at) => [`x${at}`, { summary: 1 }])) }),
  ),
  validate('80,000 unknown keys', manifest(Object.fromEntries(many(80_000, (at) => [`k${at}`, 1])))),
  validate('200,000 aliases', manifest({ aliases: many(200_000, () => 'a') })),
  validate('30,000 install methods', manifest({ install: many(30_000, () => ({ method: 'npm' })) })),
  validate('texts of 400 KB', manifest({ description: '<|'.repeat(200_000), summary: '`'.repeat(400_000) })),
  validate('a text of 900 KB of [', manifest({ description: '['.repeat(900_000) })),
  validate('passwords', manifest({ description: 'password='.repeat(50_000) })),
  validate('URLs', manifest({ description: 'a://:'.repeat(100_000) })),
  validate('combining characters', manifest({ description: '\u0344\ufdfa'.repeat(150_000) })),
  validate('300,000 empty arrays', `[${'[],'.repeat(300_000)}[]]`),
  validate('nested 500,000 deep', nested(500_000)),
  validate(
    'nested 90 deep, wide',
    many(90, () => '[').join('') + many(5000, () => '{}').join(',') + ']'.repeat(90),
  ),
  validate('500,000 numbers', `[${'1,'.repeat(500_000)}1]`),
  validate('escapes of NUL', manifest({ summary: '\0'.repeat(150_000) })),
  {
    name: 'resolve: range of 1 MB',
    path: '/v1/resolve',
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      apps: { jq: '1 || '.repeat(200_000) },
      host: { platform: 'linux-x64', tools: [] },
    }),
  },
  {
    name: 'resolve: 40,000 bad names',
    path: '/v1/resolve',
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      apps: Object.fromEntries(many(40_000, (at) => [`A ${at}`, '1'])),
      host: { platform: 'linux-x64', tools: [] },
    }),
  },
  {
    name: 'resolve: 100 ranges of 200 characters',
    path: '/v1/resolve',
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      apps: Object.fromEntries(many(100, (at) => [`jq${at}`, '>=1 '.repeat(49).trim()])),
      host: { platform: 'linux-x64', tools: [] },
    }),
  },
  {
    name: 'resolve: 100,000 tools',
    path: '/v1/resolve',
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      apps: { jq: '*' },
      host: { platform: 'linux-x64', tools: many(100_000, () => 'npm') },
    }),
  },
  { name: 'range of 15 KB', path: `/v1/apps/jq/versions/${encodeURIComponent('1||'.repeat(3000))}` },
  {
    name: 'range: blanks',
    path: `/v1/apps/jq/versions/${encodeURIComponent(`1${' '.repeat(198)}a`)}`,
  },
  { name: 'search: 200 words', path: `/v1/search?q=${encodeURIComponent('pdf video '.repeat(20).trim())}` },
  { name: 'search: 200 letters of one word', path: `/v1/search?q=${'a'.repeat(200)}` },
  {
    name: 'search: Chinese',
    path: `/v1/search?q=${encodeURIComponent('把视频转换成动图批量重命名文件'.repeat(13).slice(0, 200))}`,
  },
  {
    name: 'search: explained, 100 results',
    path: '/v1/search?q=convert+a+file+to+pdf&limit=100&explain=true',
  },
  { name: 'search: cursor of 12 KB', path: `/v1/search?q=pdf&cursor=${'A'.repeat(11_900)}` },
  { name: 'list: 100 apps', path: '/v1/apps?limit=100' },
  { name: 'list: cursor', path: `/v1/apps?cursor=${'e30'.repeat(300)}` },
  { name: 'unknown app', path: `/v1/apps/${'a-'.repeat(4000)}b.json` },
  { name: 'unknown app of 55 letters', path: `/v1/apps/${'x'.repeat(55)}.json` },
  { name: '2,000 query parameters', path: `/v1/apps?${many(2000, (at) => `a${at}=1`).join('&')}` },
  {
    name: 'Accept-Encoding of 14 KB',
    path: '/v1/index.json',
    headers: { 'accept-encoding': 'gzip;q=0.1, '.repeat(1100) },
  },
  { name: 'Accept-Language of 14 KB', path: '/', headers: { 'accept-language': 'en;q=0.1, '.repeat(1300) } },
  {
    name: 'If-None-Match of 14 KB',
    path: '/v1/index.json',
    headers: { 'if-none-match': '"a", '.repeat(2700) },
  },
  {
    name: 'Authorization of 14 KB',
    path: '/v1/whoami',
    headers: { authorization: `Bearer ${'a.'.repeat(7000)}` },
  },
  {
    name: 'exchange: token of 900 KB',
    path: '/v1/tokens/exchange',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ app: 'jq', id_token: 'a.'.repeat(450_000) }),
  },
  {
    name: 'mcp: 60,000 messages',
    path: '/mcp',
    method: 'POST',
    headers: { ...json, accept: 'application/json, text/event-stream' },
    body: JSON.stringify(many(60_000, () => ({}))),
  },
  callTool('search_apps', { query: 'convert a video to gif '.repeat(8), limit: 25 }),
  callTool('get_app', { name: 'opencode' }),
  callTool('resolve_app', {
    name: 'jq',
    range: '1 ',
    platform: 'linux-x64',
    tools: many(80_000, () => 'npm'),
  }),
  { name: 'cold: index', path: '/v1/index.json' },
  { name: 'cold: categories', path: '/v1/categories.json' },
  { name: 'cold: schema', path: '/v1/schema/app.json' },
  { name: 'cold: openapi', path: '/openapi.json' },
  { name: 'cold: docs', path: '/docs' },
  { name: 'cold: home page', path: '/' },
  { name: 'cold: version', path: '/v1/apps/aria2/1.37.0.json' },
  { name: 'cold: agent skills', path: '/.well-known/agent-skills/index.json' },
  { name: 'cold: skills 0.1.0', path: '/.well-known/skills/index.json' },
  { name: 'cold: skill of aria2', path: '/skills/cli-app-aria2/SKILL.md' },
  { name: 'cold: skill of opencode', path: '/skills/cli-app-opencode/SKILL.md' },
  { name: 'cold: app skill index', path: '/apps/remotion/.well-known/agent-skills/index.json' },
  { name: 'cold: catalog of cli-hub', path: '/registry.json' },
  { name: 'clawhub: search', path: '/api/v1/search?q=pdf+video&limit=100' },
  { name: 'clawhub: skills', path: '/api/v1/skills?limit=100' },
  { name: 'clawhub: download', path: '/api/v1/download?slug=cli-app-opencode' },
  { name: 'clawhub: resolve', path: `/api/v1/resolve?slug=cli-app-aria2&hash=${'0'.repeat(64)}` },
]
