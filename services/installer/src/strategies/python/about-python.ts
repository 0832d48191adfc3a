/** Prints a Python's version and location, and on a second line the version of the pip that its environments get. */
export const aboutPython = `
import sys
print(sys.version.split()[0], sys.executable)
try:
    import ensurepip
    print(ensurepip.version())
except Exception:
    pass
`
