import { displayWidth } from '@cli-apps/core/command-line'
import { describe, expect, it } from 'vitest'
import {
  bytesText,
  createProgressLines,
  elapsedText,
} from '../../../services/installer/src/ui/progress-lines.ts'

/** A terminal that knows just the codes which progress uses: rows of text and where the cursor is. */
function createScreen({ columns = 40, rows = 10 } = {}) {
  const lines = ['']
  let row = 0
  const codes: Record<string, (count: number) => void> = {
    A: (count) => {
      row -= count
    },
    J: () => lines.splice(row, lines.length, ''),
  }
  return {
    columns,
    rows,
    lines,
    write(text: string) {
      for (const [part] of text.matchAll(/\u001b\[(\d*)[A-Z]|\r|\n|[^\r\n\u001b]+/g)) {
        const [, count = '', code = ''] = /^\u001b\[(\d*)([A-Z])$/.exec(part) ?? []
        if (code !== '') codes[code]?.(Number(count || 1))
        else if (part === '\n') lines[++row] ??= ''
        else if (part !== '\r') lines[row] = `${lines[row]}${part}`
      }
    },
  }
}

function createLines(size?: { columns?: number; rows?: number }) {
  const screen = createScreen(size)
  const clock = { now: 0 }
  const lines = createProgressLines({
    screen,
    now: () => clock.now,
    ellipsis: '…',
    more: (count) => `and ${count} more`,
  })
  return { screen, clock, lines }
}

describe('progress lines', () => {
  it('show parallel tasks, each on its own line until it is done', () => {
    const { screen, lines } = createLines()
    const first = lines.open('install prettier', { step: { at: 1, of: 2 } })
    const second = lines.open('download ripgrep')
    second.bytes(1_200_000, 4_800_000)
    expect(screen.lines).toEqual(['[1/2] install prettier', 'download ripgrep  1.2 / 4.8 MB (25%)'])
    first.done()
    expect(screen.lines).toEqual(['download ripgrep  1.2 / 4.8 MB (25%)'])
    second.done()
    expect(screen.lines).toEqual([''])
    expect(lines.isEmpty).toBe(true)
  })

  it('are cleared for other output, and drawn again below it', () => {
    const { screen, lines } = createLines()
    const line = lines.open('install prettier')
    lines.aside(() => screen.write('You had edited the skill.\n'))
    expect(screen.lines).toEqual(['You had edited the skill.', 'install prettier'])
    line.done()
    expect(screen.lines).toEqual(['You had edited the skill.', ''])
  })

  it('show the elapsed time after a second', () => {
    const { screen, clock, lines } = createLines()
    lines.open('install prettier')
    clock.now = 8000
    lines.redraw()
    expect(screen.lines).toEqual(['install prettier  8s'])
    expect([elapsedText(999), elapsedText(125_000)]).toEqual(['', '2m05s'])
  })

  it('never reach the last column: the title is shortened first, then everything', () => {
    const { screen, lines } = createLines({ columns: 30 })
    lines.open('下载一个名字非常长的应用程序').bytes(1_000_000)
    expect(screen.lines[0]).toContain('…  1.0 MB')
    expect(displayWidth(screen.lines[0] ?? '')).toBeLessThan(30)
    const narrow = createLines({ columns: 12 })
    narrow.lines.open('install prettier').bytes(1_000_000, 2_000_000)
    expect(displayWidth(narrow.screen.lines[0] ?? '')).toBeLessThan(12)
  })

  it('never exceed the rows of the terminal', () => {
    const { screen, lines } = createLines({ rows: 4 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) lines.open(name)
    expect(screen.lines).toEqual(['a', 'b', 'and 3 more'])
  })

  it('move up over the rows of a line that wrapped when the terminal became narrower', () => {
    const { screen, lines } = createLines({ columns: 40 })
    const written: string[] = []
    lines.open('a title that is thirty wide..')
    screen.write = (text) => void written.push(text)
    screen.columns = 20
    lines.clear()
    expect(written).toEqual(['\r\u001b[1A\u001b[J'])
  })
})

it('bytes are shown in megabytes, with a percentage if the total is known', () => {
  expect(bytesText(500_000, undefined)).toBe('0.5 MB')
  expect(bytesText(5, 0)).toBe('0.0 MB')
  expect(bytesText(3_000_000, 2_000_000)).toBe('3.0 / 2.0 MB (100%)')
})
