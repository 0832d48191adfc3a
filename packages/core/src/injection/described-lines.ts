/** Words of a text that is about attacks instead of being one. */
const about =
  /\b(?:detect\w{0,5}|flag(?:s|ged|ging)?|malicious|suspicious|attack\w{0,5}|adversar\w{1,5}|vulnerab\w{1,8}|exploit\w{0,6}|indicators?|iocs?|unsafe|dangerous|anti-?patterns?|red flags?|look for|search(?:es)? for|hunt\w{0,4}|yara|sigma|untrusted|malware|compromised?|reject\w{0,3}|refus\w{1,3}|block(?:s|ed)?|findings?|forensic\w{0,2}|threats?|insecure|backdoors?|reverse shells?|injections?|injected|bypass\w{0,4}|abus\w{1,4}|pentest\w{0,4}|simulat\w{1,5}|evasion|T1\d{3})\b|❌|🚩|🚫/i
/** A host named attacker says nothing about the text around it. */
const address = /https?:\/\/\S{1,300}|[\w.-]{1,60}@[\w.-]{1,60}/g
const heading = /^\s{0,3}#{1,6}\s|^\s{0,3}\*\*[^*\n]{2,80}\*\*:?\s{0,3}$/
const fence = /^\s{0,12}(?:```|~~~)/
const tableRow = /^\s{0,3}\|/

/**
 * Tells for each line whether it describes an attack instead of attempting one: the line itself, its introduction, its
 * table's header, the words before its fence or its section's heading are about attacks.
 */
export function describedLines(lines: readonly string[]): boolean[] {
  const described: boolean[] = []
  let section = false
  let table = false
  let before = false
  let fenced: boolean | undefined
  for (const line of lines) {
    const own = about.test(line.replace(address, ' '))
    if (fence.test(line)) {
      fenced = fenced === undefined ? before : undefined
      described.push(section || before)
      continue
    }
    if (fenced === undefined && heading.test(line)) section = own
    table = tableRow.test(line) && (table || own)
    described.push(own || section || table || (fenced ?? before))
    if (line.trim() !== '') before = own
  }
  return described
}
