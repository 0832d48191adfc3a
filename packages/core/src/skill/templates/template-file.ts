/** A file of a `templates` folder. */
export interface TemplateFile {
  /** Name in errors. */
  file: string
  text: string
  /** The build's precompiled form, if any. */
  compiled?: object | undefined
}
