import type { Corpus } from './corpus.ts'
import { laterSkillCorpora } from './later-skill-corpora.ts'
import { skillCorpora } from './skill-corpora.ts'

/** Public corpora, by repository, commit and digest. None of their text is in this repository. */
export const corpora: readonly Corpus[] = [
  {
    id: 'firewall-injections',
    kind: 'hostile sentence',
    repository: 'ogulcanaydogan/Prompt-Injection-Firewall',
    commit: 'd4a3041539ac6d1303ef05d98c59e596296aec1d',
    licence: 'Apache-2.0',
    files: /^benchmarks\/dataset\/injections\.json$/,
    reader: 'prompts',
    digest: 'b0fbe04116ddcdde887031ae912628b1db900167ede8a5dfa82a2483e1532a3c',
  },
  {
    id: 'firewall-benign',
    kind: 'harmless sentence',
    repository: 'ogulcanaydogan/Prompt-Injection-Firewall',
    commit: 'd4a3041539ac6d1303ef05d98c59e596296aec1d',
    licence: 'Apache-2.0',
    files: /^benchmarks\/dataset\/benign\.json$/,
    reader: 'prompts',
    digest: '43aac961c8f458d0e0ec3f77d1f874f4e2cf257b2ccd8f7fef6cc84cad0dcec6',
  },
  {
    id: 'classifier-overrides',
    kind: 'hostile sentence',
    repository: 'jonastuttle/prompt-injection-detector-classifier',
    commit: '81ea9f7a952304578c33351c5e9926993663d381',
    licence: 'none stated',
    files: /^datasets\/dataset_merged\.jsonl$/,
    reader: 'labelled',
    digest: '88c1134bab29442f7db5f94c0261eaa26501ef84b1fd0dde32d80834fcc07786',
  },
  {
    id: 'threat-rules-overrides',
    kind: 'hostile sentence',
    repository: 'cpyang/agent-threat-rules',
    commit: '73c0e4a2256ade5ab32caa72f0dacb7a6b001b7b',
    licence: 'MIT',
    files: /^data\/autoresearch\/adversarial-samples\.json$/,
    reader: 'attacks',
    digest: 'ca025c2a27f6b8f2bf34946b07826c1a0f04e1b46985d000ff5b88b31062ccc4',
  },
  {
    id: 'collected-prompts',
    kind: 'hostile sentence',
    repository: 'LifeTimeScriptKiddie/Prompt_Collector',
    commit: '858f9bf02479b0302e37968536bb76b54202c367',
    licence: 'none stated',
    files: /^README-archive\.md$/,
    reader: 'table',
    digest: '01cc85c5cb111a26dcf8851fd60fb39425ab0068182edffd1135fc4f6a28555e',
  },
  {
    id: 'skill-inject',
    kind: 'hostile sentence',
    repository: 'aisa-group/skill-inject',
    commit: '182f3d9d9836e81cdae213e9b9cec1d9be96eea3',
    licence: 'MIT',
    files: /^data\/obvious_injections\.json$/,
    reader: 'injections',
    digest: 'dc919b442d7e03412b7f1282e8fd60fdcb87201214f8e4ec425258f27619f766',
  },
  ...skillCorpora,
  ...laterSkillCorpora,
]
