export { shownText, toldText } from './text-fault.ts'
