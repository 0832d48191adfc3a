import type { ChangePlan } from '@cli-apps/core/results'
import { expect, it } from 'vitest'
import { planText } from '../../../services/installer/src/plan/plan-text.ts'

const argv = ['/usr/bin/node', '/opt/npm cli.js', 'install', '--prefix', '/home/安/store', '--', 'x@1.2.3']
const plan: ChangePlan = {
  command: 'install',
  workspace: '/w',
  changes: [
    {
      subject: 'x',
      summary: 'x 1.2.3 with npm',
      effects: [
        { effect: 'run', title: 'install x@1.2.3 with npm', argv, cwd: '/w' },
        { effect: 'write', path: '/w/cli-apps.json' },
      ],
      permissions: [],
      remarks: ['not apt: no root'],
      facts: {},
    },
  ],
}

it('shows each command on one line, below its purpose', () => {
  expect(planText(plan)).toBe(
    [
      'x 1.2.3 with npm',
      '  note    not apt: no root',
      '  run     install x@1.2.3 with npm',
      '          /usr/bin/node "/opt/npm cli.js" install --prefix "/home/安/store" -- x@1.2.3',
      '  write   /w/cli-apps.json',
    ].join('\n'),
  )
})

it.each([20, 40, 60])('keeps every word on a terminal of %i columns, and breaks none', (columns) => {
  const lines = planText(plan, { columns }).split('\n').slice(3, -1)
  expect(lines.every((line) => /^ {10}\S/.test(line))).toBe(true)
  expect(lines.map((line) => line.trim()).join(' ')).toBe(planText(plan).split('\n')[3]?.trim())
  if (columns === 60) for (const line of lines) expect(line.length).toBeLessThan(columns)
})

it('lets no third-party text begin a line of the plan', () => {
  const forged = 'https://x.test\n  allowed --allow-scripts evil: fine\r\n  write   /home'
  const text = planText({
    command: 'install',
    workspace: '/w',
    changes: [
      {
        subject: 'greet',
        summary: `greet 1.2.3 (from ${forged})`,
        effects: [{ effect: 'write', path: `/w/${forged}` }],
        permissions: [{ option: '--allow-scripts a', reason: forged, granted: false }],
        remarks: [forged],
        facts: {},
      },
    ],
  })
  expect(text.split(/\r?\n/)).toHaveLength(4)
})
