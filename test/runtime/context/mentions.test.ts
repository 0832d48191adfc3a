import { describe, expect, it } from 'vitest'
import { createMentionReader, findMentions } from '../../../packages/runtime/src/context/mentions.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const apps = [
  { name: 'ollama', aliases: ['欧拉玛', 'local models', 'c++'] },
  { name: 'ollama-cli', aliases: [] },
  { name: 'feishu', aliases: ['飞书', 'lark'] },
  { name: 'docs', aliases: ['飞书文档', 'feishu'] },
  { name: 'ffmpeg', aliases: ['@ffmpeg', 'İstanbul'] },
  {
    name: 'gdrive',
    aliases: [],
    displayNames: ['Google Drive', '谷歌 云端硬盘', 'Диск Гугл', '구글 드라이브'],
  },
  { name: 'evil', aliases: ['feishu export'], displayNames: ['Ollama', 'lark', 'ollama run', 'Ffmpeg'] },
]
const named = ({ name, ...others }: (typeof apps)[number]) => ({ name, names: [name], ...others })
const reader = createMentionReader(apps.map(named))
const mentions = (text: string, most?: number): string[] =>
  findMentions(text, reader, most).map(({ name }) => name)

describe('a mention is found', () => {
  it.each([
    ['@ollama', 'ollama'],
    ['@Ollama run it', 'ollama'],
    ['run @OLLAMA', 'ollama'],
    ['first line\n@ollama', 'ollama'],
    ['用@ollama帮我写诗', 'ollama'],
    ['帮我用 @feishu 导出一下今天的会议记录', 'feishu'],
    ['请用＠feishu导出', 'feishu'],
    ['@飞书导出会议', 'feishu'],
    ['@飞书CLI', 'feishu'],
    ['用@欧拉玛。', 'ollama'],
    ['@lark，你好', 'feishu'],
    ['ツール@ollamaを使って', 'ollama'],
    ['도구@ollama를 써줘', 'ollama'],
    ['use @local models here', 'ollama'],
    ['build with @c++ please', 'ollama'],
    ['“@ollama”', 'ollama'],
    ["'@ollama'", 'ollama'],
    ['「@ollama」', 'ollama'],
    ['(@ollama)', 'ollama'],
    ['[@ollama]', 'ollama'],
    ['{@ollama}', 'ollama'],
    ['【@ollama】', 'ollama'],
    ['<@ollama>', 'ollama'],
    ['**@ollama**', 'ollama'],
    ['_@ollama_', 'ollama'],
    ['__@ollama__ and more', 'ollama'],
    ['~~@ollama~~', 'ollama'],
    ['use @ollama.', 'ollama'],
    ['use @ollama. Then stop', 'ollama'],
    ['use @ollama…', 'ollama'],
    ['use @ollama...then', 'ollama'],
    ['@ollama, please', 'ollama'],
    ['@ollama: do it', 'ollama'],
    ['@ollama!?', 'ollama'],
    ["@ollama's models", 'ollama'],
    ['@ollama- it is', 'ollama'],
    ['this,@ollama;that', 'ollama'],
    ['done.@ollama next', 'ollama'],
    ['/@ollama', 'ollama'],
    ['看/@ollama', 'ollama'],
    ['it or/@ollama', 'ollama'],
    ['- @ollama', 'ollama'],
    ['> @ollama', 'ollama'],
    ['| @ollama |', 'ollama'],
    ['# @ollama', 'ollama'],
    ['see https://x.com/y, then @ollama', 'ollama'],
    ['[docs](https://x.com) @ollama', 'ollama'],
    ['打开https://x.com然后@ollama', 'ollama'],
    ['not at the start ``` so @ollama is text', 'ollama'],
    ['a lone ` and @ollama', 'ollama'],
    ['`code` @ollama `code`', 'ollama'],
    ['`a`` @ollama', 'ollama'],
    ['a ` here\n\n@ollama and ` there', 'ollama'],
    ['```\ncode\n```\n@ollama', 'ollama'],
    ['~~~~\n~~~\n~~~~\n@ollama', 'ollama'],
    ['mail ann@example.com and @ollama', 'ollama'],
    ['👍@ollama👍', 'ollama'],
    ['𝒳 @ollama', 'ollama'],
  ])('%j', (text, name) => {
    expect(mentions(text)).toEqual([name])
  })
})

describe('a display name is found', () => {
  it.each([
    ['upload with @Google Drive please', 'gdrive'],
    ['upload with @google drive.', 'gdrive'],
    ['@GOOGLE  DRIVE', 'gdrive'],
    ['@google\tdrive', 'gdrive'],
    ['@Google　Drive', 'gdrive'],
    ['@Google\u00a0Drive', 'gdrive'],
    ['“@Google Drive”', 'gdrive'],
    ['**@Google Drive**', 'gdrive'],
    ['存到@Google Drive里', 'gdrive'],
    ['存到@谷歌 云端硬盘里', 'gdrive'],
    ['存到（@谷歌 云端硬盘）', 'gdrive'],
    ['сохрани в @диск гугл', 'gdrive'],
    ['@구글 드라이브에 올려줘', 'gdrive'],
  ])('%j', (text, name) => {
    expect(mentions(text)).toEqual([name])
  })

  it.each([
    ['@Google'],
    ['@Google Drives'],
    ['@Google\nDrive'],
    ['@GoogleDrive'],
    ['@Google Drive-x'],
    ['@谷歌'],
    ['ann@Google Drive'],
    ['`@Google Drive`'],
    ['@Google Drive/sdk'],
  ])('and not in %j', (text) => {
    expect(mentions(text)).toEqual([])
  })

  it.each([
    ['@Ollama', 'ollama'],
    ['@ollama run it', 'ollama'],
    ['@lark', 'feishu'],
    ['@feishu export the minutes', 'feishu'],
    ['@Ffmpeg', 'ffmpeg'],
  ])('%j means the exact name, then the alias, whatever another app calls itself', (text, name) => {
    expect(mentions(text)).toEqual([name])
  })
})

describe('no mention is found', () => {
  it.each([
    [''],
    ['ollama'],
    ['@'],
    ['@ ollama'],
    ['@gimp'],
    ['@ollam'],
    ['@ollama-extra'],
    ['@ollama_extra'],
    ['@ollama--extra'],
    ['@ollamas'],
    ['@ollama2'],
    ['@ollamaé'],
    ['@ollamaя'],
    ['@ollama.com'],
    ['@my.ollama'],
    ['a@ollama.com'],
    ['ann.b+c@ollama'],
    ['é@ollama'],
    ['用户a@ollama'],
    ['张三@ollama.com'],
    ['@ollama/sdk'],
    ['npm i @feishu/cli'],
    ['@ollama@mastodon.social'],
    ['https://x.com/@ollama'],
    ['https://x.com/a,@ollama'],
    ['HTTPS://x.com?u=@ollama'],
    ['ssh://git@host/@ollama'],
    ['x.com/@ollama'],
    ['(www.x.com/@ollama)'],
    ['**x.com/@ollama**'],
    ['medium.com/@someone/@ollama'],
    ['/usr/lib/@ollama'],
    ['./node_modules/@ollama'],
    ['~/x/@ollama'],
    ['a/b/@ollama'],
    ['`@ollama`'],
    ['``a ` @ollama``'],
    ['a `code\nover two lines @ollama` b'],
    ['```\n@ollama\n```'],
    ['```sh\n@ollama'],
    ['``` opens a fence @ollama'],
    ['~~~\n@ollama\n```\n@ollama'],
    ['> ```\n> @ollama\n> ```'],
    ['- ```js\n  @ollama\n  ```'],
    ['1. ~~~\n@ollama'],
    ['@@ffmpeg2'],
  ])('%j', (text) => {
    expect(mentions(text)).toEqual([])
  })
})

describe('several mentions', () => {
  it.each([
    ['@feishu then @ollama then @FEISHU', ['feishu', 'ollama']],
    ['@ollama/@feishu', ['ollama', 'feishu']],
    ['@ollama、@feishu', ['ollama', 'feishu']],
    ['@ollama,@feishu', ['ollama', 'feishu']],
    ['@ollama-cli', ['ollama-cli']],
    ['@ollama-cli-x', []],
    ['@飞书文档里', ['docs']],
    ['`@ollama` @feishu ```@ffmpeg```', ['feishu']],
    ['x.com/@ollama @ollama', ['ollama']],
  ])('%j contains %j', (text, names) => {
    expect(mentions(text)).toEqual(names)
  })

  it('an exact name wins over the alias of another app', () => {
    expect(mentions('@feishu')).toEqual(['feishu'])
  })

  it('at most the requested number is returned', () => {
    expect(mentions('@ollama @feishu @ffmpeg', 2)).toEqual(['ollama', 'feishu'])
  })
})

describe('hostile text of a megabyte takes linear time', () => {
  const names = createMentionReader([
    { names: ['a'] },
    { names: ['a-b'], aliases: ['a-a-a-a-a-a-a-a-a-a-a'] },
    { names: ['long'], displayNames: ['a '.repeat(30).trim(), `${'a'.repeat(59)}!`] },
    ...apps.map(named),
  ])
  const repeated = (unit: string, length: number): string =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const units = [
    '@',
    ' @a',
    '@a-',
    'a/@a',
    'x.com/@x ',
    '` ',
    '`` ` ',
    '```\n',
    '\n',
    '> ',
    'a.',
    '@ollam',
    '用@ollam，',
    'a ',
    '@a a a a a',
    `@${'a'.repeat(59)}`,
    `@a${' '.repeat(5000)}`,
    '@google ',
    '@谷歌 云端硬',
  ]
  const fastest = (text: string): number => cpuTime(() => findMentions(text, names))

  it.each(units)('%j', (unit) => {
    const small = fastest(`${repeated(unit, 100_000)}/@never\``)
    const large = fastest(`${repeated(unit, 1_000_000)}/@never\``)
    // Quadratic time would be a hundred times as long; the limit allows for a busy machine.
    expect(large).toBeLessThan(Math.max(500, small * 50))
  })

  it('backtick runs of many lengths', () => {
    const runs = Array.from({ length: 1400 }, (_, index) => '`'.repeat((index % 700) + 1))
    expect(fastest(runs.join(' @a '))).toBeLessThan(500)
  })
})
