import { createHash } from 'node:crypto'
import { siteScript, staticSiteScript } from './site-script.ts'
import { styleSheet } from './style/style-sheet.ts'

/** A file that pages load, named by its content so that browsers may keep it. */
interface Asset {
  /** Path below the root of the site. */
  path: string
  type: string
  text: string
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6a4d"/><path d="M8 10l6 6-6 6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path d="M17 23h8" stroke="#8ff0c6" stroke-width="3" stroke-linecap="round"/></svg>`

const asset = (extension: string, type: string, text: string): Asset => ({
  path: `assets/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`,
  type,
  text,
})

/** All files that pages of a server load. */
export const assets = {
  style: asset('css', 'text/css; charset=utf-8', styleSheet),
  script: asset('js', 'text/javascript; charset=utf-8', siteScript),
  icon: asset('svg', 'image/svg+xml', icon),
} as const

/** In the place of the script on a static site. */
export const staticScript = asset('js', 'text/javascript; charset=utf-8', staticSiteScript)
