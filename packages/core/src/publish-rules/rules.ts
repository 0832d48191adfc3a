import { adoptedProgram } from './adopted-program.ts'
import { debianClosures } from './debian-closures.ts'
import { executedText } from './executed-text.ts'
import { generalProgram } from './general-program.ts'
import { gitSource } from './git-source.ts'
import { injection } from './injection.ts'
import { installIdentifier } from './install-identifier.ts'
import { mixedScript } from './names/mixed-script.ts'
import { nameTaken } from './names/name-taken.ts'
import { reservedName } from './names/reserved-name.ts'
import { similarName } from './names/similar-name.ts'
import { promptImitation } from './prompt-imitation.ts'
import { publicUrl } from './public-url.ts'
import type { PublishRule } from './publish-rule.ts'
import { reservedVariable } from './reserved-variable.ts'
import { secret } from './secret.ts'
import { sizeLimit } from './size-limit.ts'
import { unseenCharacters } from './unseen-character.ts'

/** Every publishing rule beside the schema, in the order in which their issues are told. */
export const publishRules: readonly PublishRule[] = [
  nameTaken,
  similarName,
  reservedName,
  generalProgram,
  publicUrl,
  installIdentifier,
  gitSource,
  debianClosures,
  adoptedProgram,
  reservedVariable,
  unseenCharacters,
  mixedScript,
  promptImitation,
  executedText,
  injection,
  secret,
  sizeLimit,
]
