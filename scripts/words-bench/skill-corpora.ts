import type { Corpus, CorpusKind } from './corpus.ts'

/** Corpora of skills: whole folders, or single pages. */
export const skillCorpora: readonly Corpus[] = [
  ...skills('hostile skill', [
    [
      'zast-ai/skill-security-reviewer',
      '031ab58cbdc5f54c78eea6f947ffe3fb2f775b19',
      'MIT (badge)',
      /^(?:malicious-skill-benchmark|advanced-malicious-skills)\/.*SKILL\.md$/,
      '3089d1484a3d8102d7ef98e31e38d9c79b83ec7ecc62448fe4784cf8106db4a7',
    ],
    [
      'cisco-ai-defense/skill-scanner',
      '48f59347a54b93606dd1e31c41989ebfd0fcc84d',
      'Apache-2.0',
      /^evals\/(?:skills\/(?!safe|path-traversal|sql)|test_skills\/malicious\/).*SKILL\.md$/,
      '2b3e9c2cb9e11a2f5a7e67cd3bab650699c79720d9cdeb721a94ead60183c960',
    ],
    [
      'bolhasec/post-Empirically-Testing-Skill-Scanners',
      'e668d98c813ff8b4b03cb17a22777002ee415ac9',
      'none stated',
      /^skills\/(?!original).*SKILL\.md$/,
      '888ad0584f30c7dec0cd5d8cbe6a6cdf3ad946f33a0b64219bc75cbdf76d38fd',
    ],
    [
      'liangjinghan035-max/Malicious-SKILL.md-Research-Dataset-Adversarial-Variants',
      'aae1463073361576ec2ca7f15161682a32b7891d',
      'none stated',
      /SKILL\.md$/,
      '81b15760c8dd41b16720b137f807f1367c239c3bd2bdb92e7e54001b9c867cea',
    ],
  ]),
  ...skills('harmless skill', [
    [
      'anthropics/skills',
      '9d2f1ae187231d8199c64b5b762e1bdf2244733d',
      'Apache-2.0 and others, by skill',
      /SKILL\.md$/,
      '8d28f496795098cf965d1f06849d18dcd46a9e0ab0afa31f13c0d8e23f81dac7',
    ],
    [
      'openai/skills',
      'f6b8344b4e519f964d8884d6f60b57991f3f4993',
      'by skill',
      /SKILL\.md$/,
      'a3addeacbb9917951c8fb19a828a50a4fd4b7dfc91739a87204ffcda78772d64',
    ],
    [
      'vercel-labs/agent-skills',
      'b9c8ee0643d87d3c5a953d1e22382ff2ead39229',
      'by skill',
      /SKILL\.md$/,
      '5bd5e70bd0323ac42b5d7f90a8be03cc11081b8ce383b0fe7bc6453c73bc4382',
    ],
    [
      'google-gemini/gemini-cli',
      '5411f113cafae26161b4969b0237b8e1e024e2c2',
      'Apache-2.0',
      /SKILL\.md$/,
      '14a92a8d64e49efd35cb917d1bbe1f80cae52a2ba1e6aa4d32ce6753fa3e7ee7',
    ],
    [
      'microsoft/cat-agent-skills',
      '0bb3472820f48e83f3e89b13df2045c741f403c5',
      'MIT',
      /SKILL\.md$/,
      '9609574e7de1f03bd73932df2afcc2882d338c5d9eba0c74b3d016bd5e162f07',
    ],
    [
      'gohypergiant/agent-skills',
      '68f6314447139c4644c87450ea44a7e3fbf27df7',
      'Apache-2.0',
      /SKILL\.md$/,
      '2634de7835e78b5329e7b6860e4ca3e221a092efe13f01f76efe22ccb478b1b5',
    ],
    [
      'tech-leads-club/agent-skills',
      '4beb50707194bc8c7861c7480f80eb756f7983ee',
      'MIT',
      /SKILL\.md$/,
      'ce74ca71c05d83313b12519642da9abe5085d0a841188655d0b636118d8b1b88',
    ],
    [
      'cisco-ai-defense/skill-scanner',
      '48f59347a54b93606dd1e31c41989ebfd0fcc84d',
      'Apache-2.0',
      /^evals\/(?:skills\/safe|test_skills\/safe\/).*SKILL\.md$/,
      '383d5c67de05fedbb6a4698fa2a7e5ee5f173e07e07447b1add436c5fdc77d3b',
    ],
  ]).map((corpus): Corpus => ({ ...corpus, half: 'tuned' })),
  ...skills('harmless skill', [
    [
      'obra/superpowers',
      '44c9b2d6e889982ac18c27d05a19fefe335194e1',
      'MIT',
      /SKILL\.md$/,
      'a01a5938e0c8684d92754451e5c20985c818b806bb81acca97e1faf0691f5775',
    ],
    [
      'trailofbits/skills',
      '293fb74c3151cceda32a85a545fe8acd67f8f5c6',
      'CC-BY-SA-4.0',
      /SKILL\.md$/,
      'e12998b8cc65a2a30f84f965b64380fe1c05b4c065ff121a580d97e250136e37',
    ],
    [
      'supabase/agent-skills',
      'c6f5a2bec0746a7bf87af17ce5c461d5f4080291',
      'MIT',
      /SKILL\.md$/,
      '2a719189282acdceb0cb57e791e0ed78fd415469c99146d8bcd168b7161144e4',
    ],
  ]).map((corpus): Corpus => ({ ...corpus, half: 'held out' })),
]

export type SkillRow = readonly [
  repository: string,
  commit: string,
  licence: string,
  files: RegExp,
  digest: string,
]

export function skills(
  kind: CorpusKind,
  rows: readonly SkillRow[],
  reader: Corpus['reader'] = 'skill',
): Corpus[] {
  return rows.map(([repository, commit, licence, files, digest]) => ({
    id: `${repository}${kind === 'harmless skill' ? '' : ' (hostile)'}`,
    kind,
    repository,
    commit,
    licence,
    files,
    reader,
    digest,
  }))
}
