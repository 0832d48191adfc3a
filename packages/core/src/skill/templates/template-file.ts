/** A file of a `templates` folder. */
export interface TemplateFile {
  /** As errors name it. */
  file: string
  text: string
  /** What the build made of the text, so that it need not be compiled. */
  compiled?: object | undefined
}
