import { toLine } from '@cli-apps/core'
import { toldText } from '@cli-apps/core/skill/shown-text'

/**
 * One line of installer output for a model. It contains texts of registries, so parts that resemble an attack are
 * omitted.
 */
export const toldLine = (text: string, max: number): string => toLine(toldText(toLine(text, max * 4)), max)
