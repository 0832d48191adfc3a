import { budget } from './budget.ts'
import { calls } from './calls/calls.ts'
import { description } from './description.ts'
import { files } from './files.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { injections } from './injections.ts'
import { instructions } from './instructions.ts'
import { links } from './links.ts'
import type { LintRule } from './lint-rule.ts'
import { markup } from './markup.ts'
import { references } from './references.ts'
import { secrets } from './secrets.ts'
import { specification } from './specification.ts'
import { wording } from './wording.ts'

export const lintRules: readonly LintRule[] = [
  specification,
  description,
  budget,
  links,
  references,
  calls,
  files,
  hiddenCharacters,
  markup,
  secrets,
  instructions,
  injections,
  wording,
]
