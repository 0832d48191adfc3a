/** Folders that tools maintain themselves; changes in them are not results of a run. */
export const skippedFolders: ReadonlySet<string> = new Set([
  '.cli-apps',
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  '__pycache__',
  '.venv',
  '.tox',
  '.cache',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.gradle',
])
