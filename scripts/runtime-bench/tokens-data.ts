import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Recorded } from './conversations/recorded.ts'
import type { Figures } from './tokens-page.ts'

/** What `docs/tokens.md` is made of. */
interface TokensData {
  figures: Figures
  conversations: Recorded
}

const file = path.resolve(import.meta.dirname, '../../test/fixtures/tokens.json')

/** Our own file, so that it is taken as it is. */
export const readTokensData = async (): Promise<TokensData> => JSON.parse(await readFile(file, 'utf8'))

export const writeTokensData = (data: TokensData): Promise<void> =>
  writeFile(file, `${JSON.stringify(data)}\n`)

/** Records the ten conversations again. */
export async function benchConversations(): Promise<void> {
  const { recordConversations } = await import('./conversations/record.ts')
  await writeTokensData({ ...(await readTokensData()), conversations: await recordConversations() })
  console.log('Recorded. Run: npm run bench:runtime -- tokens')
}
