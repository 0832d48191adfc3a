/** One line of a help screen, trimmed, with its indentation in columns. Blank lines have no text. */
export interface HelpLine {
  indent: number
  text: string
}
