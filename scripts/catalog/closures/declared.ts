/** Packages that an app needs for its main job, though its package only recommends them. */
export const extraPackages: Readonly<Record<string, readonly { package: string; why: string }[]>> = {
  composer: [{ package: 'unzip', why: 'unpacks the packages that it downloads' }],
  datamash: [{ package: 'coreutils', why: 'sorts with sort' }],
  findutils: [{ package: 'coreutils', why: 'runs programs on the files that it finds' }],
  gcalcli: [{ package: 'python3-pkg-resources', why: 'imports pkg_resources' }],
  github: [{ package: 'git', why: 'clones, and reads the repository of a folder' }],
  gnupg: [{ package: 'gpg-agent', why: 'keeps keys and hands over passphrases' }],
  graphviz: [{ package: 'fonts-dejavu-core', why: 'draws labels' }],
  'http-server': [{ package: 'node-opener', why: 'requires opener' }],
  hyperfine: [
    { package: 'dash', why: 'runs commands in a shell' },
    { package: 'coreutils', why: 'has commands to measure' },
  ],
  imagemagick: [
    { package: 'ghostscript', why: 'reads PDF and PostScript' },
    { package: 'fonts-dejavu-core', why: 'writes text into images' },
  ],
  make: [
    { package: 'dash', why: 'runs recipes in a shell' },
    { package: 'coreutils', why: 'has what recipes call' },
  ],
  maven: [{ package: 'openjdk-17-jdk-headless', why: 'has the compiler javac' }],
  ninja: [
    { package: 'dash', why: 'runs commands in a shell' },
    { package: 'coreutils', why: 'has what commands call' },
  ],
  node: [{ package: 'dash', why: 'child_process.exec runs a shell' }],
  tar: [
    { package: 'gzip', why: 'packs and unpacks .tar.gz' },
    { package: 'xz-utils', why: 'packs and unpacks .tar.xz' },
  ],
  tesseract: [{ package: 'tesseract-ocr-eng', why: 'reads English, its default language' }],
  tmux: [{ package: 'bash', why: 'opens a shell in each pane' }],
  visidata: [{ package: 'python3-pkg-resources', why: 'imports pkg_resources' }],
}

const officeSettings = [
  ...['Langpack-en-US', 'base', 'calc', 'draw', 'graphicfilter', 'impress', 'lingucomponent', 'main', 'math'],
  ...['ogltrans', 'pdfimport', 'pyuno', 'res/fcfg_langpack_en-US', 'writer', 'xsltfilter'],
]

const phpExtensions = ['ctype', 'fileinfo', 'iconv', 'phar', 'posix', 'tokenizer']

/** Links to files that a maintainer script would copy. */
export const extraLinks: Readonly<Record<string, readonly { at: string; to: string; why: string }[]>> = {
  composer: phpExtensions.map((name) => ({
    at: `/etc/php/8.2/cli/conf.d/20-${name}.ini`,
    to: `/usr/share/php8.2-common/common/${name}.ini`,
    why: 'loads an extension of PHP',
  })),
  libreoffice: officeSettings.map((name) => ({
    at: `/etc/libreoffice/registry/${name}.xcd`,
    to: `/usr/lib/libreoffice/share/.registry/${name}.xcd`,
    why: 'describes its parts',
  })),
  r: [
    { at: '/etc/R/Renviron', to: '/usr/lib/R/etc/Renviron.ucf', why: 'names the folders of its libraries' },
  ],
}

/** Entries with an `apt` method that have no closure, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  vagrant: 'rewrites its list of system plugins at the first start',
}
