import { isReservedVariable } from '@cli-apps/core'
import { expect, it } from 'vitest'

it.each([
  'PATH',
  'Path',
  'HOME',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'node_options',
  'NODE_COMPILE_CACHE',
  'PYTHONPATH',
  'PERL5OPT',
  'RUBYOPT',
  'BASH_ENV',
  'BASH_FUNC_ls%%',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_KEY_0',
  'npm_config_script_shell',
  'JAVA_TOOL_OPTIONS',
  'PAGER',
  'EDITOR',
])('%s can never be granted', (name) => {
  expect(isReservedVariable(name)).toBe(true)
})

it.each([
  'GH_TOKEN',
  'OPENAI_API_KEY',
  'OLLAMA_HOST',
  'TASKRC',
  'DOCKER_HOST',
  'PATHS',
  'OLD_TOKEN',
  'GIT_TOKEN',
])('%s can be granted', (name) => {
  expect(isReservedVariable(name)).toBe(false)
})
