/** Packages that an app needs for its main job, though its package only recommends them. */
export const extraPackages: Readonly<Record<string, readonly { package: string; why: string }[]>> = {
  imagemagick: [
    { package: 'ghostscript', why: 'reads PDF and PostScript' },
    { package: 'fonts-dejavu-core', why: 'writes text into images' },
  ],
  graphviz: [{ package: 'fonts-dejavu-core', why: 'draws labels' }],
  tesseract: [{ package: 'tesseract-ocr-eng', why: 'reads English, its default language' }],
}

/** Entries with an `apt` method that have no closure, and why. */
export const leftOut: Readonly<Record<string, string>> = {}
