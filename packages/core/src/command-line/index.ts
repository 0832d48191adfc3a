export {
  type CommandDefinition,
  type OptionDefinition,
  type OptionDefinitions,
  type OptionValues,
  standardOptions,
  versionOption,
} from './command-definition.ts'
export { cutToWidth, displayWidth, padToWidth } from './display-width.ts'
export { type CommandGroup, commandHelp, optionTerm, programHelp } from './help-text.ts'
export { type CommandLine, type Program, readCommandLine } from './read-command-line.ts'
export { wrapWords } from './wrap-words.ts'
