import { accountStyle } from './account-style.ts'
import { baseStyle } from './base-style.ts'
import { catalogStyle } from './catalog-style.ts'
import { docsStyle } from './docs-style.ts'
import { layoutStyle } from './layout-style.ts'
import { designTokens } from './tokens.ts'

const parts = [designTokens, baseStyle, layoutStyle, catalogStyle, docsStyle, accountStyle]

/** The style sheet of all pages, without the space that only people need. */
export const styleSheet = parts
  .join('')
  .replace(/\s*\n\s*/g, '\n')
  .replace(/ ?([{};]) ?/g, '$1')
  .replace(/([:,]) /g, '$1')
  .replaceAll(';}', '}')
  .trim()
