import { toLine } from '@cli-apps/core'
import { toldText } from '@cli-apps/core/skill/shown-text'

/** One line of what the installer says to a model: texts of registries are in it, and those that read like an attack are left out. */
export const toldLine = (text: string, max: number): string => toLine(toldText(toLine(text, max * 4)), max)
