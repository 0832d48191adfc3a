// Runs every measurement one after the other: `npm run bench`, or `npm run bench -- registry` for one of them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const folder = new URL('./', import.meta.url)
const requested = process.argv.slice(2)
for (const file of readdirSync(folder).sort()) {
  const name = /^bench-(.+)\.ts$/.exec(file)?.[1]
  if (name === undefined || (requested.length > 0 && !requested.includes(name))) continue
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, new URL(file, folder).pathname], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
