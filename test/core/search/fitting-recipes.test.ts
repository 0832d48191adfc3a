import { describe, expect, it } from 'vitest'
import { createRecipeFinder } from '../../../packages/core/src/search/fitting-recipes.ts'
import { openRanking } from '../../../packages/core/src/search/rank-apps.ts'
import { openRecipeIndex, recipeIndexText } from '../../../packages/core/src/search/recipe-index.ts'

const app = {
  name: 'moviecut',
  display_name: 'Moviecut',
  summary: 'Cut and join video',
  category: 'video',
  tags: [],
  aliases: [],
  recipes: [
    { id: 'cut', task: 'Cut out a part', call: { args: ['-ss', '10', 'in.mp4'] } },
    {
      id: 'gif',
      task: 'Turn a video into a GIF',
      i18n: { zh: { task: '视频转成动图' } },
      call: { args: ['{input}', 'out.gif'] },
      placeholders: { input: { type: 'file' as const, example: 'in.mp4' } },
      needs: ['display' as const],
    },
    { id: 'proof', call: { args: ['gif'] }, expect: { exit: 0 } },
  ],
}

function found(q: string, most = 2) {
  const { query, rarity } = openRanking(q, [app])
  return createRecipeFinder(query, rarity)(app as never, most)
}

const other = {
  ...app,
  name: 'pixel',
  recipes: [{ id: 'gif', task: 'Make a GIF', call: { args: ['part'] } }],
}
const many = {
  ...app,
  name: 'many',
  recipes: Array.from({ length: 60 }, (_, at) => ({
    id: `r${at}`,
    task: `word${at}`,
    call: { args: ['x'] },
  })),
}
const indexed = openRecipeIndex(recipeIndexText([other, app, many] as never))

it.each(['gif from video', '动图', 'out.gif', 'part', 'cut', 'moviecut', 'nothing', 'word7', 'word59'])(
  'are chosen by an index as by the recipes themselves: %s',
  (q) => {
    for (const one of [app, other, many]) {
      const { query, rarity } = openRanking(q, [one])
      const chosen = createRecipeFinder(query, rarity, indexed)(one as never, 9)
      expect(chosen, one.name).toEqual(createRecipeFinder(query, rarity)(one as never, 9))
    }
  },
)

describe('the recipes of an app that fit a query', () => {
  it('are the calls as run_cli_app takes them, with placeholders and needs', () => {
    expect(found('make a gif from a video')[0]).toEqual({
      task: 'Turn a video into a GIF',
      i18n: { zh: { task: '视频转成动图' } },
      call: { name: 'moviecut', args: ['{input}', 'out.gif'] },
      placeholders: { input: 'in.mp4' },
      needs: ['display'],
    })
  })

  it('are found in Chinese', () => expect(found('动图')[0]?.task).toBe('Turn a video into a GIF'))

  it('are none where no task fits, and never a call without a task', () => {
    expect(found('moviecut')).toEqual([])
    expect(found('gif', 9).map(({ task }) => task)).toEqual(['Turn a video into a GIF'])
  })
})
