/**
 * Returns the programs that a sentence lists as needed: "Requires git, docker 24+ and the gh CLI" names three, and "Designed for
 * Claude Code" none. An item counts only if nothing but a program, its version and words such as "CLI" is in it, and
 * `isProgram` knows the program: installing what a sentence did not mean is worse than a name that a person must type.
 */
export function programsInProse(text: string, isProgram: (word: string) => boolean): string[] {
  const found = text
    .split(/[.;!?]\s|\n/)
    .filter((sentence) => asksFor.test(sentence) && !isNegated(sentence))
    .flatMap((sentence) => sentence.replace(asksFor, '').split(/,|\/|\band\b|&/i))
    .map((item) =>
      item
        .replace(/\(.*?\)|[()`]|[.!]+$/g, ' ')
        .replace(besides, ' ')

        .trim()
        .toLowerCase(),
    )
    .filter((item) => isProgram(item))
  return [...new Set(found)]
}

const asksFor = /^.*?\b(?:requires?|needs?|depends on|prerequisites?|must have)\b:?/i

/** "Does not require git" and "needs no git, jq" name what must not be installed; "requires git, no account" names git. */
function isNegated(sentence: string): boolean {
  const [asked = ''] = asksFor.exec(sentence) ?? []
  return negation.test(asked) || /^\s*(?:not?|nothing|none|neither)\b/i.test(sentence.slice(asked.length))
}

const negation = /\b(?:not?|never|nothing|without|cannot)\b|n['\u2019]t\b/i

/** What may stand beside the name of a program without changing what is meant. */
const besides =
  /\b(?:the|a|an|cli|command|command-line|tool|program|binary|executable|installed|available|to be|is|be|on PATH|in PATH|v?\d[\w.]*\+?|or (?:later|newer|higher))(?=\s|$)|[<>=^~]+\s*v?\d[\w.]*\+?/gi
