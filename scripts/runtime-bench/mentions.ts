import { createRuntimeContext } from '../../packages/runtime/src/context/runtime-context.ts'
import type { InstalledApp } from '../../packages/runtime/src/installed-apps.ts'
import type { Skill } from '../../packages/runtime/src/skills/skill.ts'
import { buildRecord } from '../../test/support/fixture-workspace.ts'

const megabyte = 1_000_000
const rounds = 15

/** Repeated to fill a megabyte; each ends in a real mention, so that no scan stops early. */
const units: Readonly<Record<string, string>> = {
  'English prose': 'Please look at the report of last week and tell ann@example.com what is in it. ',
  'Chinese prose': '请看一下上周的报告，然后告诉张三里面写了什么，谢谢。',
  '@ alone': '@',
  '@ and a blank': '@ ',
  'full-width ＠': '＠',
  'a name that is installed': '@app-7 ',
  'many short words': '@a ',
  'other words each time': '',
  'beginning of a long display name': `@${'word '.repeat(11)}`,
  'long run of letters': `@${'a'.repeat(5000)}`,
  'long run of blanks': `@word${' '.repeat(5000)}`,
  'e-mail addresses': 'a@app-7.com ',
  'package names': '@app-7/sdk ',
  'links without end': 'x.com/@app-7/',
  'mentions in links': 'https://x.com/@app-7,',
  backticks: '`',
  'backticks apart': '` ',
  'code with mentions': '`@app-7` ',
  fences: '```\n@app-7\n',
  'line ends': '\n',
  quotations: '> @app-7 `x',
  hyphens: '@app-7---',
  'Chinese next to names': '用@app-7导出，',
}

/** Builds the Runtime Context of megabyte-sized texts with 500 apps and 100 skills. */
export async function benchMentions(): Promise<void> {
  const installed = Array.from({ length: 500 }, (_, index) => appOf(index))
  const known = Array.from({ length: 100 }, (_, index) => skillOf(index))
  const here = {
    apps: { list: async () => installed, get: async () => undefined },
    skills: { list: async () => known },
  }
  const plain = createRuntimeContext(here)
  const suggesting = createRuntimeContext({ ...here, findKnown: async () => new Set() })
  await plain('@app-1')
  const rows = []
  for (const [name, unit] of Object.entries(units)) {
    const text = `${textOf(unit)} @app-3`
    const times = await timesOf(() => plain(text))
    rows.push({
      'text of 1 MB': name,
      'processor ms': times.processor,
      'best ms': times.best,
      'median ms': times.median,
      'median ms with suggestions': (await timesOf(() => suggesting(text))).median,
    })
  }
  console.table(rows)
}

const textOf = (unit: string): string =>
  unit === ''
    ? Array.from({ length: megabyte / 8 }, (_, index) => `@w${index} `)
        .join('')
        .slice(0, megabyte)
    : unit.repeat(Math.ceil(megabyte / unit.length)).slice(0, megabyte)

interface Times {
  /** CPU time of the best round, which other load affects least. */
  processor: string
  best: string
  median: string
}

async function timesOf(work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  const used: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [start, before] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push(performance.now() - start)
    used.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  const at = (place: number): string => (times[place] ?? Number.NaN).toFixed(1)
  return { processor: Math.min(...used).toFixed(1), best: at(0), median: at(Math.floor(rounds / 2)) }
}

function appOf(index: number): InstalledApp {
  const manifest = { display_name: index === 0 ? 'word '.repeat(12).trim() : `App Number ${index}` }
  const record = buildRecord(`app-${index}`, { manifest })
  return { name: record.name, record }
}

const skillOf = (index: number): Skill => ({
  name: `skill-${index}`,
  description: '',
  source: 'workspace',
  path: `skills/skill-${index}/SKILL.md`,
  folder: `/workspace/skills/skill-${index}`,
  always: false,
  available: true,
})
