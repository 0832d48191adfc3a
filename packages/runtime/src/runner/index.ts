export { createPrintedEnd } from '../streams/printed-end.ts'
export { type AppRunner, createAppRunner } from './app-runner.ts'
