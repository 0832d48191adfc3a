/** Below this the text of an encoding would be found in ordinary words. */
const shortestEncoded = 6

/**
 * How a value may stand in an output: as it is, and in the usual URL, form, HTML, JSON, JavaScript, XML and base64 encodings, the
 * letters of escapes in either case. Escapes of mixed case are not among them.
 */
export function secretForms(value: string): string[] {
  const well = value.toWellFormed()
  return [
    ...new Set([value, ...urlForms(well), ...htmlForms(well), ...stringForms(value), ...base64Forms(well)]),
  ]
}

/** Characters written by a function, and the same with the letters of the kept in the other case. */
const inBothCases = (
  value: string,
  isEscaped: (character: string) => boolean,
  write: (character: string) => string,
) =>
  [(text: string) => text, (text: string) => text.toLowerCase(), (text: string) => text.toUpperCase()].map(
    (cased) =>
      [...value].map((character) => (isEscaped(character) ? cased(write(character)) : character)).join(''),
  )

const percent = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

function urlForms(value: string): string[] {
  const kept = [
    /[^A-Za-z0-9\-_.~]/u,
    /[^A-Za-z0-9\-_.!~*'()]/u,
    /[^A-Za-z0-9\-_.*]/u,
    /[^A-Za-z0-9\-_.~!*'();:@&=+$,/?#[\]]/u,
  ]
  const once = kept.flatMap((form) => inBothCases(value, (one) => form.test(one), percent))
  const twice = once.map((text) => text.replaceAll('%', '%25'))
  return [...once, ...twice].flatMap((text) => [
    text,
    text.replaceAll('%20', '+'),
    text.replaceAll('%2520', '+'),
  ])
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function htmlForms(value: string): string[] {
  const point = (character: string): number => character.codePointAt(0) ?? 0
  const special = (one: string): boolean => Object.hasOwn(named, one)
  const beyond = (one: string): boolean => special(one) || one > '~'
  const byName = (one: string): string => named[one] ?? one
  const decimal = (one: string): string => `&#${point(one)};`
  const hex = (one: string): string => `&#x${point(one).toString(16)};`
  const padded = (one: string): string => `&#x${point(one).toString(16).padStart(2, '0')};`
  const unquoted = (one: string): boolean => one !== "'" && special(one)
  return [special, beyond, unquoted].flatMap((escaped) => [
    [...value].map((one) => (escaped(one) ? byName(one) : one)).join(''),
    // Python and others leave the apostrophe without a name.
    [...value].map((one) => (one === "'" ? '&#39;' : escaped(one) ? byName(one) : one)).join(''),
    [...value].map((one) => (one === "'" ? '&#x27;' : escaped(one) ? byName(one) : one)).join(''),
    ...inBothCases(value, escaped, decimal),
    ...inBothCases(value, escaped, hex),
    ...inBothCases(value, escaped, padded),
  ])
}

const unit = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hexOf(character.charCodeAt(at), 4)}`).join('')
const byteOrUnit = (character: string): string =>
  character <= '\xff' ? `\\x${hexOf(character.charCodeAt(0), 2)}` : unit(character)
const hexOf = (number: number, length: number): string => number.toString(16).padStart(length, '0')

/** As string literals of JSON (also Go's, PHP's and .NET's), JavaScript and the like have it. */
function stringForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const lower = (escaped: RegExp, write: (one: string) => string): string[] => {
    const text = json.replace(escaped, write)
    return [
      text,
      text.replace(/\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})/g, (one) => one.slice(0, 2) + one.slice(2).toUpperCase()),
    ]
  }
  const all = [
    ...lower(/[^\0-\x7f]/g, unit),
    ...lower(/[<>&\u2028\u2029]/g, unit),
    ...lower(/[<>&'+`\x7f]|[^\0-\x7f]/g, unit),
    ...lower(/[^\0-\x7f]/g, byteOrUnit),
  ]
  const literal = [unit, byteOrUnit].flatMap((write) =>
    [(one: string) => !/[\w ]/.test(one), (one: string) => one < ' ' || one > '~'].flatMap((escaped) => {
      const text = [...value].map((one) => (escaped(one) ? write(one) : one)).join('')
      return [
        text,
        text.replace(
          /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})/g,
          (one) => one.slice(0, 2) + one.slice(2).toUpperCase(),
        ),
      ]
    }),
  )
  return [json, ...all, ...all.map((text) => text.replaceAll('/', '\\/')), ...literal]
}

/** The characters that the value alone decides on, for each of the three places at which it may begin. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    const sure = text.slice(start, end)
    if (sure.length < shortestEncoded) return []
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
