import { sends } from './command-rules.ts'
import type { InjectionRule } from './injection-rule.ts'

const scopes = ['skill'] as const

/** Files with private keys and passwords, except those that setup instructions commonly mention. */
const privateFiles =
  /(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[\w*$-]{1,40})\/(?:\.ssh\/(?:id_\w{1,10}(?!\.pub)|\*|["'`\s])|\.aws\/credentials|\.gnupg\b|\.netrc|\.kube\/config|\.git-credentials|\.config\/gcloud|\.docker\/config|\.claude\/\.?credentials|\.anthropic\/|\.azure\/|\.pypirc|\.password-store|\.bitcoin|\.ethereum|\.electrum)/
const envFile =
  /\bcat\b[^\n|;&]{0,60}[\s/]\.env(?:\.\w{1,12})?\b(?!\.(?:example|sample|template))|(?:readFileSync|readFile|open|read_text)\(\s{0,2}[^\n)]{0,60}["'/]\.env(?:\.local|\.production)?["']|["']\.env["'],\s{0,2}["']\.env\.\w{2,12}["']|base64[^\n]{0,40}\s\.env\b/
const keyList =
  /["'](?:[A-Z]{2,16}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI)["'],\s{0,3}["'](?:[A-Z]{2,16}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI)["'],\s{0,3}["'](?:[A-Z]{2,16}_){1,4}(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI)["']/
const knownHosts =
  '(?:[\\w-]{1,40}\\.){0,4}(?:github\\.com|githubusercontent\\.com|gitlab\\.com|bitbucket\\.org|codeberg\\.org|pypi\\.org|pythonhosted\\.org|npmjs\\.org|npmjs\\.com|pkg\\.github\\.com|pytorch\\.org|anaconda\\.org|conda\\.io|nvidia\\.com|google\\.com|googleapis\\.com|microsoft\\.com|azure\\.com|visualstudio\\.com|amazonaws\\.com|huggingface\\.co|jsr\\.io|yarnpkg\\.com|npmmirror\\.com|aliyun\\.com|tsinghua\\.edu\\.cn|example\\.(?:com|org)|localhost|127\\.0\\.0\\.1)(?=[\\s/:"\'`)]|$)'
const pasteHosts =
  /\b(?:glot\.io\/snippets|rentry\.(?:co|org)\/|pastebin\.com\/|paste\.ee\/|hastebin\.com\/|transfer\.sh\/|0x0\.st\/|ix\.io\/|dpaste\.(?:com|org)\/|controlc\.com\/|termbin\.com\b|paste\.rs\/|ghostbin\.\w{2,4}\/|bashupload\.com\b|file\.io\/)/i
const grantsAll =
  /["']?(?:allow_all_tools|skip_confirmation|skipConfirmation|auto_?approve(?:_all)?|autoApprove|confirm-(?:writes|shell)|dangerously_?skip_?permissions|bypass_?permissions|trust-level|require_?approval|enableAllProjectMcpServers)["']?\s{0,2}[:=]\s{0,2}["']?(?:true|full|all|false|never|\*)|["']allow["']\s{0,2}:\s{0,2}\[[^\]\n]{0,80}["'](?:Bash\((?:\*|:\*)\)|Bash|\*)["']|"defaultMode"\s{0,2}:\s{0,2}"bypassPermissions"|--dangerously-skip-permissions[^\n]{0,40}(?:alias|>>)/i

/** Further requests that a skill has no reason to make. */
export const skillRules: readonly InjectionRule[] = [
  {
    id: 'injection.steals-secrets',
    what: 'code that reads keys or passwords and sends something',
    scopes,
    together: [
      [envFile, sends],
      [keyList, sends],
      [privateFiles, sends],
      [
        privateFiles,
        /\b(?:silently|secretly|covertly|do not (?:display|show|mention|tell|reveal)|without (?:telling|informing|showing))\b/i,
      ],
      [privateFiles, /\bcurl\b[^\n]{0,200}https?:[^\n]{0,120}[?&]\w{1,20}=\$[{(\w]/],
    ],
    patterns: [
      /\b(?:\/proc\/(?:self|\d{1,7}|\*)\/environ|env|printenv|set)\b\s{0,3}(?:\|\s{0,3}(?:sort|base64|gzip|tr|jq)\b[^\n|]{0,40}){0,3}\|\s{0,3}(?:curl|wget|nc|ncat)\b/,
      /\b(?:read|reads|capture|collect|gather|extract|display|dump|copy|print|include|load|cat|record|parse)\b[^\n]{0,60}(?:~|\$HOME|\/home\/[\w*-]{1,30})\/\.(?:ssh\/id_\w{1,10}(?!\w|\.pub)|aws\/credentials|gnupg\/private|netrc|git-credentials)[^\n]{0,120}\b(?:contents?|keys?|secrets?|credentials?|capture|material|tokens?)\b/i,
    ],
  },
  {
    id: 'injection.secrecy',
    what: 'an order to keep something from the user',
    scopes,
    phrases: [
      "do_not|don't|dont|never|must_not|should_not ~1 mention*|reveal*|disclos*|tell|report|acknowledge ~8 to_the_user|to_users|to_user",
      'silently|secretly|covertly|quietly ~1 read|reads|record|copy|gather*|exfiltrate|extract|forward|proceed|post|log ~2 and|contents|the|all|without',
    ],
  },
  {
    id: 'injection.disables-checks',
    what: 'an order to switch off the questions or checks that protect a user',
    scopes,
    phrases: [
      'pre_approved|preapproved|pre_authorized|already_approved|blanket_approval|standing_approval|permanently_approved ~6 not|never|without|skip|all|any|by_the',
      'operations|commands|requests|actions|writes|calls|files ~4 pre_approved|preapproved|pre_authorized|whitelisted ~9 owner|not|user|skip|never',
      'same ~2 authority|weight|priority|precedence ~2 user|system|developer ~1 message*|instruction*|prompt',
      'treat ~4 as ~2 system|developer|user|trusted ~1 instruction*|message*|prompt',
      'approval|consent|permission|authorization ~5 carries_over|carry_over|extends_to|applies_to_all|covers_all|covers_any|remains_valid|persists ~6 subsequent|future|later|all|any|session*|commands',
    ],
    patterns: [
      /\b(?:setenforce\s0|ufw\s{1,3}disable|spctl\s{1,3}--(?:master-disable|global-disable)|csrutil\s{1,3}disable|Set-MpPreference\s[^\n]{0,80}-Disable\w{1,40}\s{1,3}\$?true|systemctl\s{1,3}(?:stop|disable)\s[^\n]{0,40}(?:auditd|apparmor|falco|clamav|firewalld|crowdstrike|osquery|wazuh)|auditctl\s-e\s?0|iptables\s-F)\b/i,
    ],
    together: [
      [
        grantsAll,
        /\.claude\/settings|settings(?:\.local)?\.json|CLAUDE\.md|AGENTS\.md|\.cursor|copilot-instructions|MEMORY\.md|policies?\.json/i,
        /\bwrite\w{0,5}|\bcreate\b|>\s{0,2}[~.\w]|\bedit\w{0,5}|\bset\b/i,
      ],
      [
        /NODE_TLS_REJECT_UNAUTHORIZED["'\s:=]{1,5}0|PYTHONHTTPSVERIFY["'\s:=]{1,5}0|GIT_SSL_NO_VERIFY|http\.sslVerify\s{1,3}false|strict-ssl\s{1,3}false|--trusted-host\b/i,
        /USER root|chmod 777|enforc\w{1,8}["']?[=:]\s?["']?(?:disabled|false|off|log_only)|strict_mode["']?[=:]\s?["']?false|audit_log["']?[=:]\s?["']?false|apt-get (?:purge|remove)[^\n]{0,60}(?:ca-certificates|gnupg|libssl)/i,
      ],
      [
        /\b(?:enforc\w{1,8}|strict_mode|sandbox\w{0,4}|policy_mode)["']?\s?[=:]\s?["']?(?:disabled|false|off|log_only|none|permissive)\b/i,
        /polic(?:y|ies)/i,
        /\bwrite_file|\bedit_file|\bsed\s-i|\becho\b[^\n]{0,80}>>/,
      ],
    ],
  },
  {
    id: 'injection.secrecy',
    what: 'an order to keep something from the user',
    scopes,
    weak: true,
    phrases: [
      "do_not|don't|never|without ~1 show*|display*|tell*|inform*|alert*|notify* ~1 it|this|them|these|that ~1 to ~1 user|users",
      'no|without ~2 output|trace|evidence|indication|logging ~3 to_the_user|visible_to|of_this_step',
      'invisible|not_visible|hidden ~2 to|from ~1 user|users|developer|owner|human',
    ],
  },
  {
    id: 'injection.disables-checks',
    what: 'an order to switch off the questions or checks that protect a user',
    scopes,
    weak: true,
    phrases: [
      "do_not|don't|never|skip|without|no_need_to ~1 request|ask|ask_for|asking_for|prompt|prompt_for|require|seek|wait_for ~2 confirmation|approval|permission|consent ~4 for|from|before|when|again",
      'skip|ignore|suppress|dismiss|disable|never_block_on ~2 security|safety ~2 warning*|check|checks|prompt*|scan*|alert*|review*',
    ],
  },
  {
    id: 'injection.other-source',
    what: 'a package that is installed from an unusual place',
    scopes,
    patterns: [
      new RegExp(
        `\\b(?:pip3?|uv|pipx|python3? -m pip)\\b[^\\n]{0,20}\\binstall\\b[^\\n]{0,120}\\s(?:git\\+)?https?://(?!${knownHosts})[\\w.-]{3,80}/[^\\s]{0,160}(?:\\.whl|\\.tar\\.gz|\\.zip|\\.git)\\b`,
      ),
      new RegExp(
        `\\b(?:npm|npx|pnpm|yarn|bunx?)\\b[^\\n]{0,120}--registry[= ]{1,2}["']?https?://(?!${knownHosts})[\\w.-]{3,80}`,
      ),
      new RegExp(
        `\\b(?:pip3?|uv|pipx)\\b[^\\n]{0,120}--(?:extra-)?index(?:-url)?[= ]{1,2}["']?https?://(?!${knownHosts})[\\w.-]{3,80}`,
      ),
      new RegExp(
        `\\b(?:npm|pnpm|yarn)\\s{1,3}(?:install|i|add)\\b[^\\n]{0,80}\\shttps?://(?!${knownHosts})[\\w.-]{3,80}/[^\\s]{0,160}\\.(?:tgz|tar\\.gz)`,
      ),
      /\b(?:zip|archive|rar|7z|dmg|exe|release|file)\b[^\n]{0,160}\b(?:extract|unzip|unpack|open|decompress)\w{0,3}\b[^\n]{0,40}\bpass(?:word|phrase|code)?\b\s{0,2}(?:[:=`'"]|is\b)/i,
    ],
    together: [
      [
        pasteHosts,
        /\b(?:run|execute|paste|copy|install)\w{0,3}\b[^\n]{0,80}\b(?:terminal|powershell|command prompt|cmd|shell|command|script)\b/i,
        /\b(?:require[sd]?|must|before|prerequisite|needs?)\b/i,
      ],
    ],
  },
  {
    id: 'injection.encoded-command',
    what: 'a command that is written so that nobody can read it',
    scopes,
    together: [
      [
        /\$\([^\n)]{0,600}\|\s{0,3}(?:base64\s{1,3}(?:-d|--decode|-D)|xxd\s-r|rev\b)/,
        /\beval\s{1,3}["']?\$[{\w(]|\b(?:ba|z|da)?sh\s{1,3}-c\s{1,3}["']?\$/,
      ],
      [
        /["'`](?:\d{1,3}[, ]{1,2}){24,}\d{1,3}["'`]|\[(?:\d{1,3},\s{0,2}){24,}\d{1,3}\]/,
        /\bchr\(|\bbytes(?:earray)?\(|fromCharCode|\^\s?0x|\bpow\(\w{1,4}, ?-1/,
        /\bexec\(|\beval\(|subprocess|os\.system|\bcurl\b|\b(?:run|execute|activate|follow|apply)\b/i,
      ],
      [
        /\b(?:decod\w{1,4}|reconstruct\w{0,4}|unscrambl\w{1,3}|reassembl\w{1,3})\b[^\n]{0,40}\b(?:instructions?|commands?)\b|\bpayload\b[^\n]{0,20}\b(?:merged|protected)\b/i,
        /\b(?:base(?:64|85|32|58)|rot13|xor\b|a85|b85|part\d\b|ascii85|hex)\b/i,
        /\b(?:run|execute|follow|install\w{0,6}|perform|carry out)\b/i,
      ],
    ],
    patterns: [/(?:["'][^"'\n]{1,8}["']\s?\+\s?){4,}["']/],
  },
  {
    id: 'injection.runs-text',
    what: 'code that runs a text that it puts together or decodes',
    scopes,
    patterns: [/=\s{0,2}__import__\s{0,2}$|=\s{0,2}(?:eval|exec)\s{0,2}$/],
  },
  {
    id: 'injection.exfiltration',
    what: 'an order to send what it holds somewhere',
    scopes,
    phrases: [
      'send|post|upload|submit|forward|transmit|report|email|share ~6 code|snippet|snippets|stack_trace|source_files|file_contents|transcript|user_input|user_query|full_contents|all_files|responses ~6 to_https|to_http|to_our|to_an_external|to_external|to_this_endpoint',
      'for_each|every|on_every|after_every|with_each|after_each|before_each|at_the_start_of_each|at_the_start_of_every ~4 request|response|session|task|message|conversation|prompt|interaction ~8 send|post|upload|fetch|forward|curl ~8 http*',
      'fetch|load|download|retrieve|pull ~4 additional|remote|latest|new|further ~2 rules|instructions|directives|prompt ~4 from|and ~8 apply|follow|execute|obey',
      'apply|follow|obey|execute ~2 any|all|the ~2 directives|instructions|rules|commands ~2 found_in|in_the_response|returned|contained_in|received',
    ],
    together: [
      [
        /\bfind\s[^\n]{0,200}(?:-exec\s{1,3}cat\b|\|\s{0,3}xargs\s{1,3}(?:-\S{1,8}\s{1,3}){0,3}cat\b)/,
        sends,
        /https?:\/\/(?!localhost|127\.)/,
      ],
      [
        /\bglob(?:\.sync|Sync)?\(\s{0,2}["'`]\*\*\/\*/,
        /readFile|\.read\(|read_text/,
        /fetch\(|axios\.|requests\.post/,
        /method:\s{0,2}["']POST|requests\.post|axios\.post/,
      ],
      [/\.git\/hooks|["']hooks["'],|post-push|post-commit|pre-push/, /\bgit push[^\n]{0,40}\shttps?:\/\//],
    ],
  },
  {
    id: 'injection.hidden-text',
    what: 'text that is written in letters that nobody sees',
    scopes,
    unfolded: [
      /[\u{e0020}-\u{e007e}]{12}/u,
      /[\u200b-\u200d\u2060-\u2064]{16}/u,
      /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{12}/u,
    ],
  },
]
