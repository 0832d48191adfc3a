import { describe, expect, it } from 'vitest'
import { readAlternatives } from '../../../../scripts/catalog/closures/alternatives.ts'
import { closureLinks } from '../../../../scripts/catalog/closures/closure-links.ts'

const factsOf = (postinst: string, files: string[]) => ({
  files,
  programs: [],
  findsLibraries: false,
  postinst,
})

describe('the calls of update-alternatives in a maintainer script', () => {
  it('are read with their slaves, over continued lines', () => {
    const script = `if [ "$1" = configure ]; then
  update-alternatives --install /usr/bin/awk awk /usr/bin/mawk 5 \\
    --slave /usr/bin/nawk nawk /usr/bin/mawk
fi`
    expect(readAlternatives(script)).toEqual({
      alternatives: [
        {
          link: '/usr/bin/awk',
          name: 'awk',
          path: '/usr/bin/mawk',
          priority: 5,
          slaves: [{ link: '/usr/bin/nawk', name: 'nawk', path: '/usr/bin/mawk' }],
        },
      ],
      unproven: [],
    })
  })

  it('are read in loops over a literal list and with variables of one value', () => {
    const script = `tools='java keytool'
dir="/usr/lib/jvm"
for i in $tools; do
  update-alternatives --install /usr/bin/$i $i \${dir}/bin/$i 10
done`
    expect(readAlternatives(script).alternatives.map(({ link, path }) => [link, path])).toEqual([
      ['/usr/bin/java', '/usr/lib/jvm/bin/java'],
      ['/usr/bin/keytool', '/usr/lib/jvm/bin/keytool'],
    ])
  })

  it.each([
    ['a command', 'update-alternatives --install /usr/bin/x x $(which y) 10'],
    ['a variable with two values', 'p=/a\np=/b\nupdate-alternatives --install /usr/bin/x x $p 10'],
    ['a variable that is nowhere', 'update-alternatives --install /usr/bin/x x "$p" 10'],
    ['a pattern', 'for p in /usr/lib/*; do\nupdate-alternatives --install /usr/bin/x x $p 10\ndone'],
  ])('are reported when %s decides', (_, script) => {
    const { alternatives, unproven } = readAlternatives(script)
    expect(alternatives).toEqual([])
    expect(unproven).toHaveLength(1)
  })

  it('keep the link when only slaves are not proven', () => {
    const { alternatives, unproven } = readAlternatives(
      'update-alternatives --install /usr/bin/x x /usr/bin/y 10 $slaves',
    )
    expect(alternatives).toMatchObject([{ link: '/usr/bin/x', slaves: [] }])
    expect(unproven).toHaveLength(1)
  })

  it('keep the link when only its priority is not proven, below all others', () => {
    const { alternatives } = readAlternatives(
      'update-alternatives --install /usr/bin/x x /usr/bin/y $(expr 1)',
    )
    expect(alternatives).toMatchObject([{ link: '/usr/bin/x', path: '/usr/bin/y', priority: 0 }])
  })

  it('do not count in comments', () => {
    expect(
      readAlternatives('# update-alternatives --install /usr/bin/x x /usr/bin/y 10').alternatives,
    ).toEqual([])
  })
})

describe('the links of a closure', () => {
  const call = (path: string, priority: number) =>
    `update-alternatives --install /bin/nc nc ${path} ${priority} --slave /usr/share/man/nc.1 nc.1 /usr/share/man/x.1`

  it('lead to the path with the highest priority among those that exist, without manuals', () => {
    const facts = new Map([
      ['a', factsOf(call('/bin/nc.a', 10), ['/usr/bin/nc.a', '/usr/share/man/x.1'])],
      ['b', factsOf(call('/bin/nc.b', 20), ['/usr/bin/nc.b'])],
      ['c', factsOf(call('/bin/nc.c', 30), [])],
    ])
    expect(closureLinks(facts).links).toEqual([
      { at: '/etc/alternatives/nc', to: '/usr/bin/nc.b' },
      { at: '/usr/bin/nc', to: '/etc/alternatives/nc' },
    ])
  })

  it('never replace a file of a package', () => {
    const facts = new Map([['a', factsOf(call('/bin/nc.a', 10), ['/usr/bin/nc.a', '/usr/bin/nc'])]])
    expect(closureLinks(facts).links).toEqual([])
  })
})
