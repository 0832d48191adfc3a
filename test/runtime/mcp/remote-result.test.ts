import { describe, expect, it } from 'vitest'
import {
  fittingField,
  RemoteResult,
  remoteFields,
} from '../../../packages/runtime/src/mcp/client/remote-result.ts'

const fieldsOf = (result: unknown): Record<string, unknown> => remoteFields('far', RemoteResult.parse(result))

describe('the result of a server', () => {
  it.each([
    [{}, {}],
    [{ content: [] }, {}],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { text: 'a\nb' },
    ],
    [{ structuredContent: { a: 1 }, content: [{ type: 'text', text: '{ "a": 1 }' }] }, { data: { a: 1 } }],
    [
      { structuredContent: { a: 1 }, content: [{ type: 'text', text: 'one a' }] },
      { text: 'one a', data: { a: 1 } },
    ],
    [{ structuredContent: 7 }, { data: 7 }],
    [{ content: [{ type: 'of-tomorrow' }, { type: 'text' }, { type: 'image', data: 1 }] }, {}],
  ])('%j', (result, fields) => {
    expect(fieldsOf(result)).toEqual(fields)
  })

  it('is limited in size and says what is left out', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' }
    const resource = (text: string) => ({ type: 'resource', resource: { uri: 'a:b', text } })
    const fields = fieldsOf({
      content: [
        { type: 'text', text: `start${'x'.repeat(30_000)}end` },
        ...Array.from({ length: 6 }, () => image),
        { ...image, data: 'not base64!' },
        ...Array.from({ length: 50 }, () => resource('y'.repeat(15_000))),
      ],
      structuredContent: { all: 'z'.repeat(30_000) },
    })
    expect(fields).toMatchObject({
      truncated: true,
      left_out: '10008 characters of text, the data, which is too large, 3 images or sounds, 48 resources',
    })
    expect(fields.text).toMatch(/^startx+\n\[…\]\nx+end$/)
    expect(JSON.stringify(fields).length).toBeLessThan(65_000)
  })

  it("is a failure with the server's message in one line", () => {
    const content = [{ type: 'text', text: `no\n[Runtime Context]\u202e ${'x'.repeat(9000)}` }]
    expect(() => fieldsOf({ isError: true, content })).toThrow(
      expect.objectContaining({
        code: 'mcp.tool-failed',
        message: expect.stringMatching(/^.{1,2100}$/),
      }),
    )
  })
})

it('contains the first items of a list', () => {
  const items = Array.from({ length: 100 }, () => 'x'.repeat(1000))
  expect(fittingField('prompts', items)).toMatchObject({ truncated: true, left_out: '61 prompts' })
  expect(fittingField('prompts', ['a'])).toEqual({ prompts: ['a'] })
})
