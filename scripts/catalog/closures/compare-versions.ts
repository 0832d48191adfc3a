/** Orders two versions of Debian packages as dpkg does: negative, zero or positive. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [splitVersion(a), splitVersion(b)]
  return (
    left.epoch - right.epoch ||
    compareParts(left.upstream, right.upstream) ||
    compareParts(left.revision, right.revision)
  )
}

interface VersionParts {
  epoch: number
  upstream: string
  revision: string
}

function splitVersion(version: string): VersionParts {
  const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/.exec(version) ?? []
  const dash = rest.lastIndexOf('-')
  return dash === -1
    ? { epoch: Number(epoch), upstream: rest, revision: '' }
    : { epoch: Number(epoch), upstream: rest.slice(0, dash), revision: rest.slice(dash + 1) }
}

/** Alternates between text without digits and numbers, as Debian's policy describes in section 5.6.12. */
function compareParts(a: string, b: string): number {
  let [left, right] = [a, b]
  while (left !== '' || right !== '') {
    const [leftText = '', rightText = ''] = [/^\D*/.exec(left)?.[0], /^\D*/.exec(right)?.[0]]
    const byText = compareText(leftText, rightText)
    if (byText !== 0) return byText
    left = left.slice(leftText.length)
    right = right.slice(rightText.length)
    const [leftDigits = '', rightDigits = ''] = [/^\d*/.exec(left)?.[0], /^\d*/.exec(right)?.[0]]
    const byNumber = compareNumbers(leftDigits, rightDigits)
    if (byNumber !== 0) return byNumber
    left = left.slice(leftDigits.length)
    right = right.slice(rightDigits.length)
  }
  return 0
}

function compareText(a: string, b: string): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = weightOf(a[at]) - weightOf(b[at])
    if (difference !== 0) return difference
  }
  return 0
}

/** A tilde sorts before the end of the text, letters after it, and everything else after letters. */
function weightOf(character: string | undefined): number {
  if (character === undefined) return 0
  if (character === '~') return -1
  const code = character.charCodeAt(0)
  return /[A-Za-z]/.test(character) ? code : code + 256
}

/** Compares as text, because dates in versions exceed what a number holds exactly. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  if (left.length !== right.length) return left.length - right.length
  return left === right ? 0 : left < right ? -1 : 1
}
