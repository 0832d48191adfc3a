import path from 'node:path'
import { isGeneralProgram } from '../../manifest/general-programs.ts'

/**
 * Patterns of running the arguments, by the shebang's language; in shell scripts only outside functions and
 * here-documents.
 */
const languages: readonly { line: RegExp; runs: readonly RegExp[] }[] = [
  {
    line: /\b(?:ba|da|k|z|a)?sh\b/,
    runs: [
      /^(?:(?:exec|eval|command|nohup|setsid|nice|env|sudo) +)+"?\$\{?[@*]\}?"?[\t ]*$/m,
      /^"?\$\{?[@*]\}?"?[\t ]*$(?<!^[^#\n]*<<[^\n]*\n[^\n]*)/m,
      /^(?:exec +)?(?:\/bin\/)?(?:ba|da)?sh +-c +"?\$\{?[@*1]\}?"?/m,
      /^exec +"?\$\{?1\}?"?[\t ]*$/m,
    ],
  },
  {
    line: /python/,
    runs: [
      /\bos\.(?:exec[vl]p?e?|system|popen)\( *(?:sys\.)?argv\[1/,
      /\bsubprocess\.\w+\( *(?:sys\.)?argv\[1/,
    ],
  },
  { line: /perl/, runs: [/(?<![\s\S])(?![\s\S]*\bunshift\b)[\s\S]*^(?:exec|system) *\(? *@ARGV/m] },
  { line: /node|bun|deno/, runs: [/\bspawn(?:Sync)?\(process\.argv\[2\]/] },
]

/**
 * Whether a script runs its arguments as a program, or passes all of them to a general program. Without a shebang it
 * counts as `sh`.
 */
export function isScriptThatRunsArguments(script: string): boolean {
  const [first = ''] = script.startsWith('#!') ? script.split('\n', 1) : ['#!/bin/sh']
  if (languages.some(({ line, runs }) => line.test(first) && runs.some((pattern) => pattern.test(script))))
    return true
  return [...script.matchAll(/^[\t ]*exec +(?:-a +\S+ +)?"?([\w./+-]+)"? +"?\$\{?@\}?"?[\t ]*$/gm)].some(
    ([, program = '']) => isGeneralProgram(path.posix.basename(program)),
  )
}
