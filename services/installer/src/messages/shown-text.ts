// In a separate file because its rules are large, and quick commands load it only when needed.
export { shownText } from '@cli-apps/core/skill/shown-text'
