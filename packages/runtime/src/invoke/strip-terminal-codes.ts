/**
 * Terminal control sequences (ECMA-48): CSI (colours, cursor), strings such as OSC (titles, links), and short escapes.
 * Every part that could repeat is followed by one it cannot match, so that time stays linear; a string that never ends
 * costs its own line only.
 */
const sequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

/** Text as it would be read on a terminal: no control sequences, overstrikes or lines that were written over; tabs and line ends stay. */
export function stripTerminalCodes(text: string): string {
  const plain = text
    .replace(sequences, '')
    .replace(/[^\n\b]\x08/g, '')
    .replace(controls, '')
  return plain.includes('\r') ? plain.split('\n').map(lastWritten).join('\n') : plain
}

/** A carriage return sends the cursor home, so what was written last is what is seen. */
const lastWritten = (row: string): string =>
  row.includes('\r') ? (row.split('\r').findLast((part) => part.trim() !== '') ?? '') : row
