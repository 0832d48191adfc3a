/*
 * pip builds what a package names by URL even if only wheels are allowed, and a dry run builds as well.
 * Every build starts another program, so a Python audit hook (PEP 578) refuses that. argv: allowed names, pip's
 * arguments. Programs that pip starts only to describe itself (rustc, lsb_release) are optional.
 */
const script = `
import os, re, runpy, sys

def normal(name):
    return re.sub(r'[-_.]+', '-', name).lower()

allowed = {normal(name) for name in sys.argv[1].split(',') if name}
started = ('subprocess.Popen', 'os.exec', 'os.posix_spawn', 'os.system', 'os.spawn', 'os.fork', 'os.forkpty')

def requirement_name():
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
    name = requirement_name()
    if allowed and (name is None or normal(name) in allowed):
        return
    if name is not None:
        sys.stderr.write('build-refused: ' + normal(name) + '\\n')
    raise PermissionError(1, 'starting a program is not allowed here', str(words))

sys.addaudithook(guard)
sys.argv = ['pip', *sys.argv[2:]]
runpy.run_module('pip', run_name='__main__', alter_sys=True)
`

/**
 * Returns arguments for Python that run its pip, which may start other programs only to build packages allowed by name.
 * It leaves no byte code of its own behind, since `-I` makes Python ignore the variable that forbids it.
 */
export const guardedPip = (builds: readonly string[]): string[] => ['-IBc', script, builds.join(',')]

/** Returns the name of the package whose build was refused, from pip's output. */
export const refusedBuild = (said: string): string | undefined =>
  /^build-refused: ([a-z0-9-]+)$/m.exec(said)?.[1]
