import type { CommandArgument } from '../command-tree.ts'
import type { HelpLine } from '../text/help-line.ts'

/** Reads the rows of a section on positional arguments: `<path>...  text`, `[NAME]`, `name  text`. */
export function readArgumentRows(lines: readonly HelpLine[]): CommandArgument[] {
  const filled = lines.filter(({ text }) => text !== '')
  const indent = Math.min(...filled.slice(0, 500).map((line) => line.indent))
  return filled
    .filter((line) => line.indent === indent)
    .slice(0, 50)
    .flatMap(({ text }) => {
      const found =
        /^([<[]?)([A-Za-z][\w.:-]{0,60}?)([>\]]?)(\.\.\.| \.\.\.|\[\]|\*|\+)?(?= {2,}|$|: | - )(.*)$/.exec(
          text,
        )
      const name = found?.[2]
      if (found === null || name === undefined) return []
      const said = found[5] ?? ''
      const optional = found[1] === '[' || /\(optional\)|\[default/i.test(said)
      return [
        {
          name,
          required: !optional || /\[required\]/i.test(said),
          variadic: found[4] !== undefined || /^ {2,}[<[]?[A-Z][A-Z_]*[>\]]?\.\.\./.test(said),
        },
      ]
    })
}
