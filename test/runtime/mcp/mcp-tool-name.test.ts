import { describe, expect, it } from 'vitest'
import { mcpToolName } from '../../../packages/runtime/src/mcp/client/mcp-tool-name.ts'

describe('the name of a server’s tool', () => {
  it.each([
    ['files', 'read_file', 'mcp_files_read_file'],
    ['my-server', 'Get-It', 'mcp_my-server_Get-It'],
  ])('is plain if possible: %s, %s', (server, tool, name) => {
    expect(mcpToolName(server, tool, ['files', 'my-server'])).toBe(name)
  })

  it.each([
    ['files', 'read file', 'mcp_files_read_file_'],
    ['files', 'lesen/文件', 'mcp_files_lesen____'],
    ['files', 'x'.repeat(100), `mcp_files_${'x'.repeat(45)}_`],
    ['files', `${'x'.repeat(100)}y`, `mcp_files_${'x'.repeat(45)}_`],
  ])('otherwise ends in a hash: %s, %s', (server, tool, start) => {
    const name = mcpToolName(server, tool, ['files'])
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(name.slice(0, -8)).toBe(start)
    expect(mcpToolName(server, tool, ['other', 'files'])).toBe(name)
  })

  it("is never that of another server's tool", () => {
    const servers = ['a', 'a_b']
    const names = [
      mcpToolName('a', 'b_c', servers),
      mcpToolName('a_b', 'c', servers),
      mcpToolName('a', 'b c', servers),
      mcpToolName('a', 'b/c', servers),
    ]
    expect(new Set(names).size).toBe(4)
    expect(names[0]).toBe('mcp_a_b_c')
  })
})
