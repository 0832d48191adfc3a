// Runs every measurement one after the other: `npm run bench`, or `npm run bench -- registry` for one of them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { requestedParts } from './requested-parts.ts'

const folder = new URL('./', import.meta.url)
const names = readdirSync(folder).flatMap((file) => /^bench-(.+)\.ts$/.exec(file)?.[1] ?? [])
for (const name of requestedParts(names.sort())) {
  console.log(`\n# ${name}`)
  const file = new URL(`bench-${name}.ts`, folder).pathname
  const { status } = spawnSync(process.execPath, [...process.execArgv, file], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
