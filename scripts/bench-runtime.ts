/*
 * Measures the runtime: everything, or what is named.
 * Run: npm run bench:runtime [-- overhead mentions …]
 */
const benches: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  overhead: async () => (await import('./runtime-bench/overhead.ts')).benchOverhead,
  cost: async () => (await import('./runtime-bench/cost.ts')).benchCost,
  pipes: async () => (await import('./runtime-bench/pipes.ts')).benchPipes,
  queries: async () => (await import('./runtime-bench/queries.ts')).benchQueries,
  description: async () => (await import('./runtime-bench/description.ts')).benchDescription,
  mentions: async () => (await import('./runtime-bench/mentions.ts')).benchMentions,
  skills: async () => (await import('./runtime-bench/skills.ts')).benchSkills,
  'event-loop': async () => (await import('./runtime-bench/event-loop.ts')).benchEventLoop,
  redaction: async () => (await import('./runtime-bench/redaction.ts')).benchRedaction,
  'harmless-calls': async () => (await import('./runtime-bench/harmless-calls.ts')).benchHarmlessCalls,
  relevance: async () => (await import('./runtime-bench/relevance.ts')).benchRelevance,
  conversations: async () => (await import('./runtime-bench/tokens-data.ts')).benchConversations,
  tokens: async () => (await import('./runtime-bench/tokens.ts')).benchTokens,
}

const requested = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = requested.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
} else
  for (const [name, load] of Object.entries(benches))
    if (requested.length === 0 || requested.includes(name)) await (await load())()
