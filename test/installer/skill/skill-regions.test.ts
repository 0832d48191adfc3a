import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { install } from '../../../services/installer/src/commands/change/install.ts'
import { uninstall } from '../../../services/installer/src/commands/change/uninstall.ts'
import { verify } from '../../../services/installer/src/commands/check/verify.ts'
import { keepOwnWords } from '../../../services/installer/src/skill/keep-own-words.ts'
import {
  generatedPart,
  hasGenerated,
  partSkill,
  withoutMarks,
} from '../../../services/installer/src/skill/skill-regions.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { installerUser } from '../../support/installer-context.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

const own = '<!-- yours -->\nmine\n<!-- /yours -->'

it.each([
  ['no mark', 'a\nb\n', 'a\nb\n', []],
  ['a tail', 'a\n<!-- yours -->\nmine\n', 'a\n', ['<!-- yours -->\nmine']],
  ['a tail after blank lines', 'a\n\n\n<!-- yours -->\nmine', 'a\n', ['<!-- yours -->\nmine']],
  ['a mark within a line', 'a <!-- yours -->\n', 'a <!-- yours -->\n', []],
  ['a region between lines', `a\n${own}\nb\n`, 'a\nb\n', [own]],
  ['a region between paragraphs', `a\n\n${own}\n\nb\n`, 'a\n\nb\n', [own]],
  ['regions side by side', `a\n\n${own}\n\n${own}\n\nb\n`, 'a\n\nb\n', [own, own]],
  ['a region at the end', `a\n\n${own}\n`, 'a\n', [own]],
  ['a region before a tail', `a\n${own}\nb\n<!-- yours -->\nx`, 'a\nb\n', [own, '<!-- yours -->\nx']],
  ['a closing mark alone', 'a\n<!-- /yours -->\n', 'a\n<!-- /yours -->\n', []],
  [
    'a mark within a region',
    'a\n<!-- yours -->\n<!-- yours -->\n<!-- /yours -->\nb\n',
    'a\nb\n',
    ['<!-- yours -->\n<!-- yours -->\n<!-- /yours -->'],
  ],
  ['marks in its front matter', `---\n${own}\n---\nb\n`, `---\n${own}\n---\nb\n`, []],
])('splits a file with %s', (_what, text, generated, regions) => {
  expect(generatedPart(text)).toBe(generated)
  expect(partSkill(text).regions.map(({ lines }) => lines.join('\n'))).toEqual(regions)
})

it('recognizes a region between list items, with or without blank lines around it', () => {
  const isKnown = (text: string): boolean => text === '- a\n- b\n\nc\n'
  for (const text of [`- a\n${own}\n- b\n\nc\n`, `- a\n\n${own}\n\n- b\n\n${own}\n\nc\n`])
    expect(hasGenerated(text, isKnown)).toBe(true)
  expect(hasGenerated(`- a\n\n${own}\n\n- B\n\nc\n`, isKnown)).toBe(false)
})

it('splits a megabyte of marks quickly', () => {
  const text = '<!-- yours -->\n'.repeat(40_000) + `a\n\n${own}\n`.repeat(20_000)
  expect(partSkill(text).regions).toHaveLength(20_000)
})

it('escapes marks in third-party text', () => {
  expect(generatedPart(withoutMarks('a\n<!-- yours -->\nb\n'))).toBe('a\n&lt;!-- yours --&gt;\nb\n')
})

describe('regions of a user in a file that is generated again', () => {
  const page = (...sections: string[]): string => `---\nname: x\n---\n\n${sections.join('\n\n')}\n`

  it.each([
    [
      'stay after the line that preceded them',
      page('# A', `- one\n- two\n${own}\n- three`, '## B', 'last'),
      page('# A', '- zero\n- one\n- two\n- three', '## B', 'other'),
      page('# A', `- zero\n- one\n- two\n\n${own}\n\n- three`, '## B', 'other'),
    ],
    [
      'stay below their heading when the line no longer exists',
      page('# A', 'one', own, 'two', '## B', 'last'),
      page('# A', 'uno', 'dos', '## B', 'last'),
      page('# A', 'uno', 'dos', own, '## B', 'last'),
    ],
    [
      'stay right below a heading',
      page('# A', 'one', '## B', own, 'last'),
      page('# A', 'uno', '## B', 'ultimo'),
      page('# A', 'uno', '## B', own, 'ultimo'),
    ],
    [
      'stay right below the front matter',
      page(own, '# A', 'one'),
      page('# A', 'uno'),
      page(own, '# A', 'uno'),
    ],
    [
      'are never moved into code',
      page('# A', '```\nrun\n```', own, 'one'),
      page('# A', '```\nrun\n# A\none\n```'),
      page('# A', '```\nrun\n# A\none\n```', own),
    ],
    [
      'stay at the end if they have no end',
      page('# A', 'one', '<!-- yours -->\n## Mine\n\nmine'),
      page('# A', 'uno', '## B'),
      page('# A', 'uno', '## B', '<!-- yours -->\n## Mine\n\nmine'),
    ],
    [
      'keep their order',
      page('# A', own, own.replace('mine', 'more'), 'one'),
      page('# A', 'uno'),
      page('# A', own, own.replace('mine', 'more'), 'uno'),
    ],
  ])('%s', (_what, before, generated, after) => {
    expect(keepOwnWords(generated, before)).toEqual({ text: after, moved: [] })
    expect(keepOwnWords(generated, after).text).toBe(after)
  })

  it('move to the end, before a region without an end, with a note if their heading no longer exists', () => {
    const before = page('# A', 'one', '## B', own, '<!-- yours -->\ntail')
    const { text, moved } = keepOwnWords(page('# A', 'uno'), before)
    const note = '<!-- It stood below "## B", which is gone. -->'
    expect(moved).toEqual(['## B'])
    expect(text).toBe(page('# A', 'uno', own.replace('mine', `${note}\nmine`), '<!-- yours -->\ntail'))
    expect(generatedPart(text)).toBe(page('# A', 'uno'))
  })

  it('leave a file unchanged if nothing else changes', () => {
    const before = `# A\n\n- one\n\n\n${own}\n- two\n`
    expect(keepOwnWords('# A\n\n- one\n- two\n', before)).toEqual({ text: before, moved: [] })
  })

  it('are never lost, wherever they are and whatever the new text is', () => {
    const line = fc.constantFrom('# A', '## B', 'one', 'two', '', '```', '- x', '---', '<!-- /yours -->')
    const generated = fc.array(line, { maxLength: 12 })
    const words = fc.array(fc.constantFrom('mine', '# A', '```', ''), { maxLength: 3 })
    const region = words.map((lines) => ['<!-- yours -->', ...lines, '<!-- /yours -->'])
    fc.assert(
      fc.property(fc.array(fc.oneof(generated, region)), generated, (before, after) => {
        const text = before.flat().join('\n')
        const kept = keepOwnWords(`${after.join('\n')}\n`, text)
        const wordsOf = (whole: string) => partSkill(whole).regions.map(({ lines }) => lines.filter(isWord))
        const isWord = (one: string): boolean => !one.startsWith('<!-- It stood below')
        expect(wordsOf(kept.text).map(String).sort()).toEqual(wordsOf(text).map(String).sort())
      }),
    )
  })
})

describe('text of a user below the mark', () => {
  async function userWithNotes() {
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    const user = await installerUser({
      CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    await user.call(install, ['greet'], { yes: true })
    const file = path.join(user.workspace, 'skills/cli-app-greet/SKILL.md')
    const notes = '<!-- yours -->\nWe greet in Latin.\n'
    await writeFile(file, `${await readFile(file, 'utf8')}\n${notes}`)
    return { user, file, notes }
  }

  it('is not reported, and stays when the skill is generated again', async () => {
    const { user, file, notes } = await userWithNotes()
    expect((await user.call(verify)).exitStatus).toBe(0)
    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace('Greets', 'Insults').replace('# ', '# My '))
    expect((await user.call(verify)).exitStatus).toBe(8)
    await user.call(install, ['greet'], { yes: true })
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(before.endsWith(notes)).toBe(true)
    expect((await user.call(verify)).exitStatus).toBe(0)
  })

  it('is saved when the app is removed', async () => {
    const { user, notes } = await userWithNotes()
    await user.call(uninstall, ['greet'], { yes: true })
    const folder = path.join(user.workspace, '.cli-apps/saved/greet')
    const saved = (await readdir(folder, { recursive: true })).find((name) => name.endsWith('.md')) ?? ''
    expect(await readFile(path.join(folder, saved), 'utf8')).toContain(notes)
  })
})

describe('a text of only blank lines', () => {
  it('is unchanged, however long it is', () => {
    expect(partSkill('\n'.repeat(1_000_000)).generated).toHaveLength(1_000_000)
  })
})
