import type { InjectionRule } from './injection-rule.ts'

const both = ['manifest', 'skill'] as const
const skill = ['skill'] as const

/** Files with private keys and credentials. */
export const keyFiles =
  /(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[\w*$-]{1,40}|\bhome\b|expanduser)[^\n]{0,40}(?:\.ssh\b|\.aws\b|\.gnupg|\.netrc|\.npmrc|\.pypirc|\.kube\b|\.docker\/config|\.config\/gcloud|\.azure\b|\.git-credentials|\.bash_history|\.zsh_history|\.bitcoin|\.ethereum|\.config\/solana|Login Data|Cookies|keychain|\.password-store|\.config\/gh\b|\.electrum)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\/etc\/shadow\b|\.aws\/credentials|find-generic-password|security\s{1,3}(?:dump-keychain|export)|Local State\b|login\.keychain|\bLogin Data\b|key4\.db|logins\.json|cookies\.sqlite|wallet\.dat/i
const vaults =
  /\bop["', ]{1,4}(?:item|vault|read|signin)\b|\bbw["', ]{1,4}(?:get|list)\b|\bpass["', ]{1,4}show\b|\blpass["', ]{1,4}(?:show|export)\b|\bkeyring\.get_password|\bpynput\b|\bpyperclip\.paste\(|\bpbpaste\b|\bImageGrab\b|\bscreencapture\b/i
const keyNames =
  /\b(?:ANTHROPIC_API_KEY|OPENAI_API_KEY|AWS_SECRET_ACCESS_KEY|AWS_ACCESS_KEY_ID|GITHUB_TOKEN|GITLAB_TOKEN|NPM_TOKEN)\b["', ]{1,6}["']?(?:ANTHROPIC_API_KEY|OPENAI_API_KEY|AWS_SECRET_ACCESS_KEY|AWS_ACCESS_KEY_ID|GITHUB_TOKEN|GITLAB_TOKEN|NPM_TOKEN|STRIPE_SECRET_KEY|VAULT_TOKEN)\b|os\.environ(?:\.items\(\)|\.copy\(\)|\b\s{0,2}\))|dict\(os\.environ|JSON\.stringify\(process\.env\)|Object\.(?:keys|entries)\(process\.env|\bprintenv\b|\benv\s{0,2}\|/
export const sends =
  /\bcurl\b[^\n]{0,300}(?:\s-d\b|--data|\s-F\b|--form|-T\b|--upload-file|-X\s{0,2}(?:POST|PUT))|\bwget\b[^\n]{0,200}--post-(?:data|file)|requests\.(?:post|put)\(|urllib\.request\.(?:urlopen|Request)\(|httpx\.(?:post|put)\(|aiohttp\.ClientSession|\bfetch\(\s{0,3}[^\n]{0,200}method\s{0,2}:\s{0,2}["'`](?:POST|PUT)|axios\.(?:post|put)\(|http\.client\.HTTPS?Connection|https?\.request\(|\bnc\s{1,3}[\w.$[\]{}-]{1,80}\s{1,3}\d{2,5}\b|smtplib\.SMTP|socket\.(?:gethostbyname|socket)\((?![^\n]{0,40}AF_UNIX)|\bnslookup\b|\bdig\s[^\n]{0,100}\$|sendBeacon\(|new WebSocket\(|\bscp\s|\brsync\s[^\n]{0,100}@|Invoke-(?:WebRequest|RestMethod)[^\n]{0,200}-Method\s{1,3}(?:Post|Put)/i

/** Commands and code that no description of a program contains, and no careful agent runs. */
export const commandRules: readonly InjectionRule[] = [
  {
    id: 'injection.pipe-to-shell',
    what: 'a command that runs what a server sends',
    scopes: ['manifest'],
    patterns: [
      /\b(?:curl|wget|iwr|irm|invoke-webrequest)\b[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:env\s{1,3})?(?:ba|z|da|fi|k)?sh\b(?!\s{1,3}-n\b)/i,
      /\b(?:curl|wget)\b[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3})?(?:python3?|node|perl|ruby)(?:\s{1,3}-)?\s{0,3}(?:$|[;&`"')])/i,
      /\b(?:ba|z|da)?sh\s{1,3}(?:-c\s{1,3})?["']?[<$]\(\s{0,3}(?:curl|wget)|\b(?:irm|iwr|invoke-webrequest|downloadstring)\b[^\n]{0,300}\|\s{0,3}iex\b|\biex\s?\(?\s?\(?(?:irm|iwr|new-object)|\beval\s{1,3}["']?\$\((?:curl|wget)|\bsource\s{1,3}<\((?:curl|wget)/i,
    ],
  },
  {
    // Many programs are installed this way, but not from a bare IP address or a paste site.
    id: 'injection.pipe-to-shell',
    what: 'a command that runs what a server sends',
    scopes: skill,
    weak: true,
    patterns: [
      /\b(?:curl|wget)\b(?![^|\n]{0,400}install)[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/i,
    ],
  },
  {
    id: 'injection.pipe-to-shell',
    what: 'a command that runs what a server sends',
    scopes: skill,
    patterns: [
      /\b(?:curl|wget)\b[^|\n]{0,300}\b(?:http:\/\/(?!localhost|127\.)|https?:\/\/\d{1,3}\.\d|pastebin|rentry\.|glot\.io|bit\.ly|tinyurl|gist\.|raw\.githubusercontent\.com\/[\w-]{1,40}\/[\w.-]{1,60}\/(?:main|master)\/(?![\w./-]{0,40}install))[^|\n]{0,300}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/i,
      /\b(?:curl|wget)\b(?![^|\n]{0,400}(?:install|setup))[^|\n]{0,200}[\w:-]\/[\w.-]{1,80}\.(?:sh|py|txt|dat|b64)["']?[^|\n]{0,60}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/i,
      /\b(?:curl|wget)\b[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3})?(?:python3?|node|perl|ruby)(?:\s{1,3}-)?\s{0,3}(?:$|[;&`"')])/i,
    ],
  },
  {
    id: 'injection.download-and-run',
    what: 'a command that runs what it has just downloaded',
    scopes: both,
    patterns: [
      /\b(?:curl|wget)\b[^\n]{0,300}(?:&&|;)\s{0,3}(?:sudo\s{1,3})?(?:chmod\s{1,3}(?:\+x|[0-7]{3,4})\s{1,3}[^\n]{1,80}(?:&&|;)\s{0,3}(?:\.\/|\/tmp\/|~\/)|(?:ba|z|da)?sh\s{1,3}[\w./-]{1,80}|python3?\s{1,3}[\w./-]{1,80}\.py|\.\/\w)/i,
      /\b(?:curl|wget)\b[^\n]{0,300}\s&\s{0,3}(?:ba|z|da)?sh\s{1,3}[\w./-]{1,80}/i,
    ],
  },
  {
    id: 'injection.encoded-command',
    what: 'a command that is written so that nobody can read it',
    scopes: both,
    patterns: [
      /\bbase64\s{1,3}(?:-d|--decode|-D)\b[^|\n]{0,200}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z|da)?sh|python3?|node|perl)\b|\bxxd\s{1,3}-r[^|\n]{0,100}\|\s{0,3}(?:ba)?sh\b|\brev\b[^|\n]{0,60}\|\s{0,3}(?:ba)?sh\b|\btr\b[^|\n]{0,80}\|\s{0,3}(?:ba)?sh\b/i,
      /\b(?:exec|eval|compile|system|popen|(?:pickle|marshal|dill)\.loads|Function|execSync)\s?\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,3}(?:base64\.|b64decode|b85decode|codecs\.decode|atob|Buffer\.from|bytes\.fromhex|zlib\.decompress|marshal\.loads|unhexlify|decrypt\w{0,20}|deobfuscat\w{0,10}|decod\w{0,20})/i,
      /\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc(?:odedcommand)?|c)?\s{1,3}[A-Za-z0-9+/=]{8,}/i,
    ],
  },
  {
    id: 'injection.steals-secrets',
    what: 'a command that hands on a file of keys',
    scopes: both,
    patterns: [
      /(?:\.ssh\/(?![\w.-]{1,40}\.pub\b|config\b|known_hosts\b)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws\/credentials|\/etc\/shadow|\.netrc\b|\.kube\/config|\.gnupg\/|\.git-credentials|\.npmrc\b|\.docker\/config)[^\n|<>]{0,60}\|\s{0,3}(?:base64|xxd|od|hexdump|curl|wget|nc|ncat|gzip|openssl|socat|ssh|mail|tee|xargs|pbcopy|xclip|python3?)\b/i,
      /\b(?:curl|wget|nc|scp|rsync|ftp|sftp|mail|base64|xxd|tar|zip|gpg)\b[^\n|;&]{0,160}(?:@|<\s{0,2}|\s)(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[\w-]{1,40})\/\.(?:ssh|aws|gnupg|netrc|kube|git-credentials|npmrc|docker)\b/i,
    ],
  },
  {
    id: 'injection.removes-everything',
    what: 'a command that removes what a person has',
    scopes: both,
    patterns: [
      /\brm\s{1,3}(?:-\w{1,8}\s{1,3}){1,4}(?:--no-preserve-root\s{1,3})?["']?(?:\/|~\/?|\$HOME\/?|\/\*|\$\{HOME\}\/?)["']?(?=$|[\s;&|`)"'])|\bmkfs\.\w{2,6}\s{1,3}\/dev\/|\bdd\s[^\n]{0,80}of=\/dev\/(?:sd|nvme|disk)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\};:/,
      /\b(?:delete|erase|wipe|destroy|remove) (?:all|every|everything|the entire|the whole)(?: of)?(?: the)?(?: user(?:'s)?)? ?(?:files?|data|databases?|customers?|system|disk|hard drive|home|repositor(?:y|ies)|backups?|records|tables)\b(?=[^\n]{0,60}(?:immediately|now\b|without|silently|after|before|when|instruction))/i,
    ],
  },
  {
    id: 'injection.reverse-shell',
    what: 'a shell that somebody else holds',
    scopes: both,
    patterns: [
      /\/dev\/(?:tcp|udp)\/|\bnc(?:at)?\b[^\n]{0,60}\s-[a-z]{0,4}e[a-z]{0,3}\s{1,3}\/?(?:bin\/)?(?:ba)?sh|\bmkfifo\b[^\n]{0,120}\bnc\b|pty\.spawn\(\s{0,2}["']\/bin|bash\s{1,3}-i\s{0,3}>&/i,
    ],
    together: [
      [
        /\bsocket\.socket\(|\bnet\.(?:Socket|connect)\(|\bTCPSocket\b/,
        /\bos\.dup2\(|\bpty\.spawn\(|\b(?:Popen|call|run|spawn)\(\s{0,2}\[?\s{0,2}["'](?:\/bin\/)?(?:ba|z)?sh["']|shell=True[^\n]{0,60}stdin|\.send(?:all)?\([^\n]{0,60}(?:check_output|getoutput|subprocess|popen)/i,
      ],
      [
        /\bsocket\.socket\(/,
        /(?:Popen|run|check_output|system|popen)\(\s{0,2}(?:cmd|command|data|received|recv)\b/i,
        /\.recv\(\d/,
      ],
    ],
  },
  {
    id: 'injection.runs-text',
    what: 'code that runs a text that it puts together or decodes',
    scopes: skill,
    patterns: [
      /(?<![.\w])exec\(\s{0,2}(?:f["']|[a-z_]\w{0,40}\s{0,2}[,)]|["']{1,3}[^"'\n]{0,80}["']{1,3}\.(?:join|replace)|""\.join|''\.join|compile\()/,
      /\bgetattr\(\s{0,2}(?:__import__|__builtins__|builtins|os|subprocess|sys)\b|\b__builtins__\b|\bmarshal\.loads\(|\btypes\.(?:FunctionType|CodeType)\(|\bcompile\([^\n]{0,80}["']exec["']\)|(?<!["'])\b__import__\(/,
      /(?<![.\w])eval\(\s{0,2}(?:[a-z_]{0,20}(?:decoded|payload|cmd|code|expression)\b|f["'])/i,
      /(?:\\u00[2-7][0-9a-f]){8,}|(?:\\x[2-7][0-9a-f]){8,}|(?:%(?:[467][0-9a-f]|5[0-9a])){8,}|(?:0x[2-7][0-9a-f],\s{0,3}){10,}|(?:&#x?[0-9a-f]{2,4};){8,}/i,
    ],
    together: [
      [
        /\b(?:b64decode|b85decode|a85decode|fromhex|unhexlify|zlib\.decompress|codecs\.decode|decrypt|rot_?13|\^ ?key|base64 -d)/i,
        /\bsubprocess\.(?:run|Popen|call|check_output)\(|os\.system\(|os\.popen\(|(?<![.\w])exec\(|(?<![.\w])eval\(/,
      ],
      [/''\.join\(|""\.join\(|\.replace\("\S", ?""\)|\[::-1\]/, /os\.system\(|(?<![.\w])exec\(|shell=True/],
    ],
  },
  {
    id: 'injection.persistence',
    what: 'a change that makes code run later without being asked',
    scopes: skill,
    patterns: [
      />>\s{0,3}["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)["']?[^\n]{0,10}(?:$|&&)(?<!PATH[^\n]{0,200})/i,
      /(?:>>?|\btee\b[^\n|;]{0,20})\s{0,3}["']?[\w$~{}/.-]{0,60}authorized_keys\b|authorized_keys["'`)]{1,4}\s{0,2},\s{0,2}["'][aw]|NOPASSWD:\s?ALL|\bchmod\s{1,3}(?:u\+s|4755|-R\s{1,3}777)|crontab\s{1,3}-\s{0,3}$|\|\s{0,3}crontab\s{1,3}-/i,
    ],
    together: [
      [
        /chmod\([^\n]{0,80}0o?7[0-7]{2}/,
        /subprocess\.Popen\(|os\.exec[lv]/,
        /0x00, 0x00|ELF|b64decode|urlretrieve|urlopen/,
      ],
      [/\bcrontab\s{1,3}\/tmp|"runOn":\s?"folderOpen"/],
      [
        /LaunchAgents|RunAtLoad|\.config\/systemd|\/etc\/cron|\.git\/hooks|\.bashrc|\.zshrc|\.bash_profile|PROMPT_COMMAND|core\.hooksPath/i,
        sends,
      ],
    ],
  },
  {
    id: 'injection.steals-secrets',
    what: 'code that reads keys or passwords and sends something',
    scopes: skill,
    together: [
      [keyFiles, sends],
      [keyNames, sends],
      [vaults, sends],
      [/\bgit\b[^\n]{0,40}\bpush\b|BACKUP_REMOTE/, /expanduser\(["']~\/\.(?:ssh|git-credentials|aws)/],
    ],
    patterns: [
      /evaluate\(["'`][^\n]{0,20}(?:local|session)Storage|evaluate\(["'`][^\n]{0,40}document\.cookie/i,
      /\b(?:echo|repeat|include|print)\b[^\n]{0,40}\b(?:Authorization header|bearer token|access token)\b[^\n]{0,40}\b(?:response|reply|output)\b/i,
    ],
  },
]
