import type { DebianClosure } from '@cli-apps/core'

/** Prints a closure with one package and one link per line, so that diffs are readable. */
export function printClosure({ packages, links, ...fields }: DebianClosure): string {
  const lines = [
    ...Object.entries(fields).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    list('packages', packages),
    ...(links === undefined ? [] : [list('links', links)]),
  ]
  return `{\n${lines.join(',\n')}\n}\n`
}

const list = (key: string, items: readonly unknown[]): string =>
  `  ${JSON.stringify(key)}: [\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`
