import { parse } from 'shell-quote'

/** The calls of a shell text, each as its words, without assignments, redirections and comments. Throws for half a redirection. */
export function shellCalls(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/gu, ' ').split('\n')
  return lines.flatMap(callsOfLine).filter((call) => call.length > 0)
}

function callsOfLine(line: string): string[][] {
  // Variables stay as they are written: what they hold is not known here.
  const tokens = parse(line, (name) => `$${name}`)
  const calls: string[][] = [[]]
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const call = calls.at(-1)
    if (token === undefined || call === undefined) continue
    if (typeof token === 'string') {
      if (call.length > 0 || !/^\w+=/u.test(token)) call.push(token)
    } else if ('pattern' in token) call.push(token.pattern)
    else if ('op' in token && /^(>>?|<)$/u.test(token.op)) {
      at += 1
      if (typeof tokens[at] !== 'string') throw new Error(`"${token.op}" names no file: ${line}`)
    } else if ('op' in token) calls.push([])
  }
  return calls
}
