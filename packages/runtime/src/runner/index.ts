export { type AppRunner, createAppRunner } from './app-runner.ts'
