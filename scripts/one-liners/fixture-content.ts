import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'

const names = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'epsilon',
  'zeta',
  'eta',
  'theta',
  'foo',
  'bar',
  'hello',
  'world',
]

/** The rows of a text: each file lacks another row and has one of its own, so that files can be compared. */
function rows(at: number): [name: string, count: number, color: string][] {
  const all = names.map((name, index): [string, number, string] => [
    name,
    ((index * 7 + 3) % 11) + 1,
    ['red', 'green', 'blue'][index % 3] ?? 'red',
  ])
  return [...all.filter((_, index) => index !== at % names.length), [`own${at}`, at + 1, 'red']]
}

const cSource =
  '#include <stdio.h>\n\nint add(int a, int b) { return a + b; }\n\nint main(void) {\n  printf("%d\\n", add(1, 2));\n  return 0;\n}\n'
const llSource =
  'define i32 @add(i32 %a, i32 %b) {\n  %sum = add i32 %a, %b\n  ret i32 %sum\n}\n\ndefine i32 @main() {\n  %r = call i32 @add(i32 1, i32 2)\n  ret i32 %r\n}\n'
const table = (at: number, separator: string): string =>
  [['name', 'count', 'color'], ...rows(at)].map((row) => `${row.join(separator)}\n`).join('')
const json = (at: number): string =>
  `${JSON.stringify({ name: 'sample', items: rows(at).map(([name, count, color]) => ({ name, count, color })) }, null, 2)}\n`
const plain = (at: number): string =>
  rows(at)
    .map((row) => `${row.join(' ')}\n`)
    .join('')
const markup = (at: number): string =>
  `${rows(at)
    .map(([name, count]) => `  <item count="${count}">${name}</item>\n`)
    .join('')}`

/** Texts by extension; `at` is the place of the file among the fixtures of its line. */
const texts: Readonly<Record<string, (at: number) => string>> = {
  csv: (at) => table(at, ','),
  tsv: (at) => table(at, '\t'),
  json,
  xml: (at) => `<?xml version="1.0"?>\n<items>\n${markup(at)}</items>\n`,
  html: (at) => `<!DOCTYPE html>\n<title>Sample</title>\n<p>hello world</p>\n<ul>\n${markup(at)}</ul>\n`,
  md: (at) => `# Sample\n\n${plain(at)}`,
  yaml: (at) =>
    `name: sample\nitems:\n${rows(at)
      .map(([name]) => `  - ${name}\n`)
      .join('')}`,
  toml: (at) => `name = "sample"\ncount = ${at + 1}\n\n[owner]\nname = "alpha"\n`,
  ini: (at) => `[section]\nname = sample\ncount = ${at + 1}\n`,
  c: () => cSource,
  h: () => 'int add(int a, int b);\n',
  cpp: () => '#include <iostream>\n\nint main() {\n  std::cout << "hello" << std::endl;\n}\n',
  java: () =>
    'public class Sample {\n  public static void main(String[] args) {\n    System.out.println("hello");\n  }\n}\n',
  s: () => '\t.globl add\nadd:\n\tlea (%rdi,%rsi), %eax\n\tret\n',
  ll: () => llSource,
  sh: () => '#!/bin/sh\necho "hello $*"\n',
  py: () =>
    'import sys\n\n\ndef main():\n    print("hello", *sys.argv[1:])\n\n\nif __name__ == "__main__":\n    main()\n',
  pl: () => '#!/usr/bin/perl\nuse strict;\nuse warnings;\n\nprint "hello @ARGV\\n";\n',
  pod: () => '=head1 NAME\n\nsample - a sample page\n\n=head1 DESCRIPTION\n\nHello B<world>.\n\n=cut\n',
  js: () => 'console.log("hello", ...process.argv.slice(2))\n',
  tcl: () => 'puts "hello $argv"\n',
  awk: () => '{ print NR, $1 }\n',
  sed: () => 's/alpha/ALPHA/\n',
  sql: () =>
    "CREATE TABLE items (name TEXT, count INTEGER);\nINSERT INTO items VALUES ('alpha', 1);\nSELECT * FROM items;\n",
  mk: () => 'all: sample.txt\n\nsample.txt:\n\techo sample > $@\n\nclean:\n\trm -f sample.txt\n',
  po: (at) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#: sample.c:${at + 1}\nmsgid "hello"\nmsgstr "hallo"\n`,
  diff: () => '--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n-alpha 4 red\n+ALPHA 4 red\n beta 11 green\n',
  man: () => '.TH SAMPLE 1\n.SH NAME\nsample \\- a sample page\n.SH DESCRIPTION\nHello\n.B world.\n',
  ppm: () => 'P3\n2 2\n255\n255 0 0  0 255 0\n0 0 255  255 255 255\n',
  mo: plain,
}
const aliases: Readonly<Record<string, string>> = {
  htm: 'html',
  yml: 'yaml',
  conf: 'ini',
  cfg: 'ini',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'h',
  patch: 'diff',
  pot: 'po',
  bash: 'sh',
  pm: 'pl',
  tab: 'tsv',
  markdown: 'md',
  mjs: 'js',
  xsl: 'xml',
  svg: 'xml',
  roff: 'man',
  ms: 'man',
  '1': 'man',
  '8': 'man',
  S: 's',
  asm: 's',
}

/** Returns the content of a fixture by the extension of its name, and by the commands that use it. */
export function fixtureContent(name: string, at: number, commands: ReadonlySet<string>): Buffer {
  const base = path.basename(name)
  const inner = base.replace(/\.(?:gz|bz2|xz|lz4|zst|lzma|Z)$/, '')
  const compressor = { gz: 'gzip', bz2: 'bzip2', xz: 'xz', lz4: 'lz4', zst: 'zstd', lzma: 'lzma' }[
    base.slice(inner.length + 1)
  ]
  if (inner !== base && compressor)
    return compress(compressor, fixtureContent(inner.includes('.') ? inner : `${inner}.txt`, at, commands))
  const [, extension = ''] = /\.(\w+)$/.exec(base) ?? []
  if (/^(?:tgz|tbz2?|txz)$/.test(extension))
    return compress({ g: 'gzip', b: 'bzip2', x: 'xz' }[extension[1] ?? ''] ?? 'gzip', archive('tar', at))
  if (extension === 'tar') return archive('tar', at)
  if (/^(?:zip|jar|war)$/.test(extension)) return archive('zip', at)
  if (/^(?:o|out|bc|a|so|exe|bin)$/.test(extension)) return compile(extension)
  if (extension === 'png') return png()
  const key = aliases[extension] ?? extension.toLowerCase()
  if (texts[key]) return Buffer.from(texts[key](at))
  if (/^(?:GNU)?[Mm]akefile$/.test(base)) return Buffer.from(texts.mk?.(at) ?? '')
  if (/^(?:tar|cpio)$/.test(base) || (commands.has('unzip') && !extension)) return archive('zip', at)
  if (/\.(?:db|sqlite3?)$/.test(base)) return Buffer.alloc(0)
  return Buffer.from(plain(at))
}

function compress(program: string, content: Buffer): Buffer {
  if (program === 'gzip') return gzipSync(content)
  return execFileSync(program, ['-c'], { input: content })
}

/** An archive of two texts with fixed times. */
function archive(kind: 'tar' | 'zip', at: number): Buffer {
  const files = { 'sample/one.txt': plain(at), 'sample/two.csv': table(at, ',') }
  if (kind === 'zip') {
    const entries = Object.entries(files).map(
      ([name, text]) => [name, new TextEncoder().encode(text)] as const,
    )
    return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: '2024-01-02T00:00:00' }))
  }
  return inFolder((folder) => {
    execFileSync('mkdir', [path.join(folder, 'sample')])
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const flags = [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=644',
      '--mtime=2024-01-02',
    ]
    return execFileSync('tar', ['-c', ...flags, '-C', folder, ...Object.keys(files)])
  })
}

/** A small program as an object, a library or an executable. */
function compile(extension: string): Buffer {
  return inFolder((folder) => {
    const run = (program: string, ...args: string[]): Buffer => execFileSync(program, args, { cwd: folder })
    writeFileSync(path.join(folder, 'sample.c'), cSource)
    writeFileSync(path.join(folder, 'sample.ll'), llSource)
    if (extension === 'bc') run('llvm-as-14', 'sample.ll', '-o', 'result')
    else if (/^(?:o|a)$/.test(extension)) run('gcc', '-g', '-c', 'sample.c', '-o', 'sample.o')
    else run('gcc', '-s', ...(extension === 'so' ? ['-shared', '-fPIC'] : []), 'sample.c', '-o', 'result')
    if (extension === 'a') run('ar', 'rcD', 'result', 'sample.o')
    return readFileSync(path.join(folder, extension === 'o' ? 'sample.o' : 'result'))
  })
}

function png(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
  const pixels = Buffer.from([0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255])
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function inFolder(make: (folder: string) => Buffer): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'fixture-'))
  try {
    return make(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
