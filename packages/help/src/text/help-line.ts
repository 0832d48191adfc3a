/** One line of a help screen: white space at its ends taken off, its indentation counted in columns. Blank lines have no text. */
export interface HelpLine {
  indent: number
  text: string
}
