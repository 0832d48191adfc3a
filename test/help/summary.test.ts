import { parseHelp } from '@cli-apps/help'
import { describe, expect, it } from 'vitest'

const summaryOf = (...lines: string[]): string => parseHelp(lines.join('\n'), { name: 'tidy' }).summary

describe('what a program says that it does', () => {
  it.each([
    ['before its usage', ['Tidies files.', '', 'Usage: tidy [OPTION]... [FILE]...']],
    [
      'right below its usage',
      [
        'Usage: tidy [OPTION]... [FILE]...',
        '  or:  tidy --all',
        'Tidies files.',
        '',
        'With no FILE, tidies them all.',
      ],
    ],
    ['below a blank line', ['Usage: tidy [options]', '', 'Tidies files.', '', 'Options:', '  -a  all']],
  ])('stands %s', (_, lines) => {
    expect(summaryOf(...lines)).toBe('Tidies files.')
  })

  it('ends before an example, and is no call that goes on in the next line', () => {
    expect(summaryOf('Usage: tidy FILE', 'Tidies each FILE.', 'Example: tidy a.txt')).toBe(
      'Tidies each FILE.',
    )
    expect(summaryOf('Usage: tidy FILE', 'Tidies [FILE]... of words', '', 'Puts files in order.')).toBe(
      'Puts files in order.',
    )
  })

  it('is not where to report faults or find a manual', () => {
    expect(
      summaryOf(
        'Usage: tidy FILE',
        '',
        'To report bugs, use tidybug.',
        'That page is in the manual.',
        '',
        'Tidies files.',
      ),
    ).toBe('Tidies files.')
    expect(summaryOf('Usage: tidy FILE', '', 'Report bugs to the list of tidy.')).toBe('')
  })
})
