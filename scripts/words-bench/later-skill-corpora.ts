import type { Corpus } from './corpus.ts'
import { type SkillRow, skills } from './skill-corpora.ts'

const threatRules = ['cpyang/agent-threat-rules', '73c0e4a2256ade5ab32caa72f0dacb7a6b001b7b', 'MIT'] as const
const fortify = ['qualixar/skillfortify', 'dbb5942deae46afdb5b85440d5f5d851c197c30e', 'Elastic-2.0'] as const

/** Corpora chosen after the first rates were known; half or all of each was never read. */
export const laterSkillCorpora: readonly Corpus[] = [
  ...skills(
    'hostile skill',
    [
      [
        ...threatRules,
        /^data\/skill-benchmark\/malicious\/.*\.md$/,
        'ffd44703b4416ac5e61ac69bc7d335d2367e7111b11f2f5e15ca8ac16ec29641',
      ],
      [
        'Agentic-AI-Risk-Mitigation/progent',
        '7e2c32e4cf6ef09c92d5364972de60aed21042d1',
        'none stated',
        /^datasets\/skill_injection\/skill_files\/.*\.md$/,
        'edf88b6bb39ef6102d434a879d1f9ad9df9fd5f3db835944fee7b40bc50dee3a',
      ],
    ],
    'page',
  ),
  ...whole('held out', 'hostile skill', [
    [
      ...fortify,
      /^benchmarks\/skills\/\w+\/malicious\/.*SKILL\.md$/,
      '0e6ea1880b6d1e2a654b75d312ec0d5e550321cee572e9dce182f59c69f66f15',
    ],
  ]),
  ...skills(
    'harmless skill',
    [
      [
        ...threatRules,
        /^data\/skill-benchmark\/benign\/.*\.md$/,
        '27d4f97f3b530fd195b66d2b6d51a73720f1aeeb88f248e59b385e45e55fd1c2',
      ],
    ],
    'page',
  ),
  ...skills('harmless skill', [
    [
      'mukul975/Anthropic-Cybersecurity-Skills',
      'f76261573a539ec40c3d434ecbb9e657d26aa921',
      'Apache-2.0',
      /SKILL\.md$/,
      '5cb391394f0377cd5ebbc230213ac8df7a8b173c8586bbf31d60f013692cce52',
    ],
  ]),
  ...whole('tuned', 'harmless skill', [
    [
      'github/awesome-copilot',
      'ab7544d03d4c49fdd07f5958e1888ad39c4118e2',
      'MIT',
      /SKILL\.md$/,
      'd50865bf3031207c5e30672fec8ac356aea1f3c238d9ea7626f972cc31cf0453',
    ],
  ]),
  ...whole('held out', 'harmless skill', [
    [
      ...fortify,
      /^benchmarks\/skills\/\w+\/benign\/.*SKILL\.md$/,
      '222c4d5139aac72018b7cf0af3953ddb3da02a02e85062a2626a55c3cb8226fe',
    ],
    [
      'kalshamsi/claude-security-skills',
      '79db4450721337468da06c779760602af7cfd0c3',
      'MIT',
      /SKILL\.md$/,
      'a37005440eccf67539bf026f1dd074ebdd77f21a3a996c0b53898ef9437478ef',
    ],
    [
      'msaad00/cloud-ai-security-skills',
      '85da12ecab80381721a1c47431de5416c108665b',
      'Apache-2.0',
      /SKILL\.md$/,
      '8edc3840e54d1a4dd43e9b066264451cba5667725169bb3daf835177b5093c9c',
    ],
    [
      'getsentry/skills',
      '6abccd60c704f669423d6a06ff0809fa39513ce8',
      'Apache-2.0',
      /SKILL\.md$/,
      '17d9b80d0df3980c04b2ead7e9ba28ea067a151359a1533b1ff3c271be9faddf',
    ],
    [
      'expo/skills',
      '472d040092900dc8bbf84dc7efb0c90abff77a0d',
      'MIT',
      /SKILL\.md$/,
      '435ff7bf7c2f248aa857075f141b2ca26a17f2dad8969683c45f4d583aa750e9',
    ],
    [
      'cloudflare/skills',
      '73070f8d454c534bbc50155dec8f45d1fc7fa7db',
      'none stated',
      /SKILL\.md$/,
      '98c95fb8f76a9cfb4bf29b8c43f276b336a2238f6695a0e24f67d4a2f089c9cf',
    ],
    [
      'K-Dense-AI/claude-scientific-skills',
      '899a51bfbd63218153b272c9459dcb4a7ae88da6',
      'MIT and others, by skill',
      /SKILL\.md$/,
      '1f141191ff81f536ae526f6c8de3498a80a83f56d85051178915759342803ac4',
    ],
    [
      'wshobson/agents',
      '367cb6a4a182cf7e9b0a17c9429f7411ddd9cf35',
      'MIT',
      /SKILL\.md$/,
      'cb637ab700cc854268ffda0f389ca5c4ae975fa922db7b7183a315c990fd4b53',
    ],
  ]),
].map((corpus): Corpus => ({ ...corpus, later: true }))

function whole(half: 'tuned' | 'held out', kind: Corpus['kind'], rows: readonly SkillRow[]): Corpus[] {
  return skills(kind, rows).map((corpus) => ({ ...corpus, half }))
}
