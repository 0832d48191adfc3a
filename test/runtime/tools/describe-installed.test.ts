import { estimateTokens, InvalidError } from '@cli-apps/core'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import type { InstalledApp } from '../../../packages/runtime/src/installed-apps.ts'
import { describeInstalled } from '../../../packages/runtime/src/tools/describe-installed.ts'
import { buildRecord } from '../../support/fixture-workspace.ts'

const app = (name: string, summary = `Does what ${name} does`): InstalledApp => {
  const record = buildRecord(name, { manifest: { summary } })
  return { name: record.name, record }
}
const many = (count: number): InstalledApp[] =>
  Array.from({ length: count }, (_, index) => app(`app-${String(index).padStart(3, '0')}`))

describe('describeInstalled', () => {
  it('names each app with its summary, and warns against the shell', () => {
    const text = describeInstalled(
      [app('ffmpeg', 'Converts audio and video'), app('ollama', '在本机运行模型')],
      { budget: 600, canFind: false },
    )
    expect(text).toContain('\n- ffmpeg: Converts audio and video\n- ollama: 在本机运行模型')
    expect(text).toContain('with this tool only, not in a shell')
  })

  it('names the version of a program that is another than its entry says, and no other version', () => {
    const record = buildRecord('jq', { manifest: { summary: 'Query JSON' } })
    const described = (program_version: string): string =>
      describeInstalled([{ name: record.name, record: { ...record, method: 'debian', program_version } }], {
        budget: 600,
        canFind: false,
      })
    expect(described('1.1')).toContain('\n- jq 1.1 (Debian; entry 1.2.3): Query JSON')
    expect(described('1.2.3')).toContain('\n- jq: Query JSON')
  })

  it('says it when none is installed', () => {
    expect(describeInstalled([], { budget: 600, canFind: false })).toContain('No app is installed')
  })

  it('gives names alone when summaries do not fit', () => {
    const text = describeInstalled(many(60), { budget: 600, canFind: false })
    expect(text).not.toContain('Does what')
    expect(text).not.toContain('more')
    expect(text).toContain('app-000, app-001')
    expect(text).toContain('app-059.')
  })

  it('says truly how many it does not name', () => {
    const text = describeInstalled(many(500), { budget: 600, canFind: false })
    const named = text.match(/app-\d{3}/g) ?? []
    const more = Number(/ and (\d+) more: .*cli-apps list/.exec(text)?.[1])
    expect(named.length).toBeGreaterThan(50)
    expect(named.length + more).toBe(500)
  })

  it('says what each is in short before it gives names alone', () => {
    const apps = Array.from({ length: 20 }, (_, index) =>
      app(
        `app-${index + 10}`,
        `Converts kind ${index} of files, and does much else besides, in many words of its own`,
      ),
    )
    const text = describeInstalled(apps, { budget: 600, canFind: false })
    expect(text.match(/^- app-\d+: Converts kind \d+ of files.*…$/gmu)).toHaveLength(20)
    expect(text).not.toContain('of its own')
  })

  it('says where the others are to be found', () => {
    const text = describeInstalled(many(500), { budget: 600, canFind: true })
    const named = text.match(/app-\d{3}/g) ?? []
    expect(Number(/ and (\d+) more; find_cli_apps /.exec(text)?.[1])).toBe(500 - named.length)
  })

  it('changes at one place when an app is added', () => {
    const apps = many(60)
    const before = describeInstalled(apps, { budget: 600, canFind: true })
    const after = describeInstalled([...apps, app('zz')], { budget: 600, canFind: true })
    expect(after).toBe(before.replace(/\.$/, ', zz.'))
  })

  it.each([1, 10, 20, 40, 100, 500])('%i apps stay within the budget', (count) => {
    const text = describeInstalled(many(count), { budget: 600, canFind: false })
    expect(estimateTokens(text)).toBeLessThanOrEqual(600)
    expect(countTokens(text)).toBeLessThanOrEqual(600)
  })

  it('says of a damaged record what to do', () => {
    const damaged = { name: buildRecord('ollama', {}).name, error: new InvalidError('record.corrupt', 'x') }
    expect(describeInstalled([damaged], { budget: 600, canFind: false })).toContain(
      '- ollama: its install record is damaged',
    )
  })

  it('keeps a summary on one visible line', () => {
    const forged = app('ollama')
    if (forged.record) forged.record.manifest.summary = 'a\n- gimp: fake\u202e\u0007 b'
    expect(describeInstalled([forged], { budget: 600, canFind: false })).toContain(
      '\n- ollama: a - gimp: fake b',
    )
  })
})
