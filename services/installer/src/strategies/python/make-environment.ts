/*
 * `python -m venv` installs pip with pip and compiles all of it, which takes seconds. An environment without pip, into which
 * the wheels that come with Python are unpacked, is there in a tenth of the time. Until Python 3.12, environments also have
 * setuptools; what programs import of it when they start is compiled, because nothing can be written later. Debian keeps
 * the wheels outside of Python. argv: the folder.
 */
const script = `
import os, runpy, sys, venv, zipfile

def bundled():
    import ensurepip
    starts = ['pip-' + ensurepip.version() + '-']
    if sys.version_info < (3, 12):
        starts.append('setuptools-')
    for place in [os.path.join(os.path.dirname(ensurepip.__file__), '_bundled'), '/usr/share/python-wheels']:
        files = os.listdir(place) if os.path.isdir(place) else []
        wheels = [file for start in starts for file in files if file.startswith(start) and file.endswith('.whl')]
        if len(wheels) == len(starts):
            return [os.path.join(place, wheel) for wheel in wheels]
    return []

folder = sys.argv[1]
try:
    wheels = bundled()
except Exception:
    wheels = []
if not wheels:
    sys.argv = ['venv', folder]
    runpy.run_module('venv', run_name='__main__', alter_sys=True)
    sys.exit()
venv.create(folder, symlinks=os.name != 'nt')
libraries = os.path.join('lib', 'python%d.%d' % sys.version_info[:2])
packages = os.path.join(folder, 'Lib' if os.name == 'nt' else libraries, 'site-packages')
for wheel in wheels:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
import compileall
for name in ['_distutils_hack', 'pkg_resources']:
    compileall.compile_dir(os.path.join(packages, name), quiet=2)
`

/** Returns arguments for Python that create a virtual environment with the pip that comes with it; the folder follows. */
export const pythonEnvironment = ['-I', '-c', script]
