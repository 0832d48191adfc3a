import type { RecipeCall } from '../manifest/recipe/recipe.ts'
import { recipeJson } from './call-json.ts'
import { shellCall } from './shell-call.ts'
import type { CallForm } from './skill-facts.ts'

/** Renders a call for whoever reads the skill; for the tool by default. */
export const callText = (form: CallForm | undefined, name: string, call: RecipeCall): string =>
  form === 'shell' ? shellCall(name, call) : recipeJson(name, call)
