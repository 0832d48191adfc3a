import { describe, expect, it } from 'vitest'
import { splitTask } from '../../../packages/runtime/src/discovery/split-task.ts'

describe('splitTask', () => {
  it.each([
    [
      'download the video and convert it to mp3 and upload it',
      ['download the video', 'convert it to mp3', 'upload it'],
    ],
    [
      'Resize the photo, then add a watermark; finally mail it',
      ['Resize the photo', 'add a watermark', 'mail it'],
    ],
    ['convert images and videos', ['convert images and videos']],
    ['read a, b and c', ['read a, b and c']],
    ['把视频转成 mp3 然后上传到云盘', ['把视频转成 mp3', '上传到云盘']],
    ['合并两个 PDF，再发到群里', ['合并两个 PDF', '发到群里']],
    ['并行运行测试', ['并行运行测试']],
    ['動画をmp3に変換して、それからクラウドに送る', ['動画をmp3に変換して', 'クラウドに送る']],
    ['grep', ['grep']],
    [', then; 然后', []],
  ])('%j has the steps %j', (task, steps) => {
    expect(splitTask(task)).toEqual(steps)
  })

  it('returns at most eight steps', () => {
    expect(splitTask('convert it then '.repeat(1000))).toHaveLength(8)
  })
})
