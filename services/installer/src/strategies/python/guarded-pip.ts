/*
 * pip builds what a package names by URL even where it was told to take wheels alone, and a dry run builds as well. Building is
 * starting another program, so a hook of Python's own (PEP 578) refuses that, whatever pip calls it: argv: allowed names, pip's words.
 * What pip starts only to describe itself (rustc, lsb_release) it goes on without.
 */
const script = `
import os, re, runpy, sys

def normal(name):
    return re.sub(r'[-_.]+', '-', name).lower()

allowed = {normal(name) for name in sys.argv[1].split(',') if name}
started = ('subprocess.Popen', 'os.exec', 'os.posix_spawn', 'os.system', 'os.spawn', 'os.fork', 'os.forkpty')

def wanted():
    frame = sys._getframe(2)
    while frame is not None:
        for holder in (getattr(frame.f_locals.get('self'), 'req', None), frame.f_locals.get('req')):
            name = getattr(holder, 'name', None)
            if isinstance(name, str):
                return name
        frame = frame.f_back

def guard(event, args):
    if event not in started:
        return
    words = args[1] if event == 'subprocess.Popen' else None
    if isinstance(words, (list, tuple)) and len(words) == 1 and os.path.basename(str(words[0])).startswith('ld-musl'):
        return
    name = wanted()
    if allowed and (name is None or normal(name) in allowed):
        return
    if name is not None:
        sys.stderr.write('build-refused: ' + normal(name) + '\\n')
    raise PermissionError(1, 'starting a program is not allowed here', str(words))

sys.addaudithook(guard)
sys.argv = ['pip', *sys.argv[2:]]
runpy.run_module('pip', run_name='__main__', alter_sys=True)
`

/** Words after the path of a Python that run its pip, which starts no other program but for building what is allowed by name. */
export const guardedPip = (builds: readonly string[]): string[] => ['-I', '-c', script, builds.join(',')]

/** Name of the package that pip was kept from building, by what it printed. */
export const refusedBuild = (said: string): string | undefined =>
  /^build-refused: ([a-z0-9-]+)$/m.exec(said)?.[1]
