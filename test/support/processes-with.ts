import { readdir, readFile } from 'node:fs/promises'

/** Processes of this machine that were started with this text in their environment; Linux only. Zombies have none. */
export async function processesWith(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && pid !== process.pid)
  const environments = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')),
  )
  return pids.filter((_, index) => environments[index]?.includes(text))
}
