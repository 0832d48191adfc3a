/*
 * Measures the runtime: everything, or what is named.
 * Run: npm run bench:runtime [-- overhead mentions …]
 */
import { requestedParts } from './requested-parts.ts'

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

for (const name of requestedParts(Object.keys(benches))) await (await benches[name]?.())?.()
