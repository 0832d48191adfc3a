import type { Digest } from '../../digest.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { manifestDigest } from '../digest.ts'

/** Returns the digest of what a run of a recipe depends on; its texts may change without another run. */
export const recipeDigest = ({ call, placeholders, files, expect, needs }: Recipe): Digest =>
  manifestDigest(JSON.parse(JSON.stringify({ call, placeholders, files, expect, needs })))
