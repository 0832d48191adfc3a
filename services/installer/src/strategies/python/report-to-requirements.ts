/** Converts pip's report of what it would install into requirements for exactly that; argv: report, requirements. */
export const reportToRequirements = `
import json, sys
with open(sys.argv[1], encoding='utf-8') as report:
    found = json.load(report)['install']
with open(sys.argv[2], 'w', encoding='utf-8') as requirements:
    for item in found:
        name, version = item['metadata']['name'], item['metadata']['version']
        if item.get('is_direct'):
            sys.exit(f"{name} {version} would come from {item['download_info']['url']} and not from the package index. Such packages are never installed.")
        digest = item['download_info']['archive_info']['hashes']['sha256']
        print(f'{name}=={version} --hash=sha256:{digest}', file=requirements)
`
