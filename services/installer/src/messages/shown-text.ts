// A file of its own, which quick commands load only when they have something to show: the rules are large.
export { shownText } from '@cli-apps/core/skill/shown-text'
