import type { InjectionRule } from './injection-rule.ts'

const both = ['manifest', 'skill'] as const

const earlier =
  'previous|previously|prior|above|earlier|preceding|foregoing|past|former|initial|original|existing|system|developer|all|any|every|your|these|those|other|safety|security|ethical|moral|content|core|built_in|default|openai|anthropic|everything|its'
const orders =
  'instruction*|directive*|direction|directions|order|orders|command|commands|prompt|prompts|rule|rules|guideline*|guidance|guardrail*|guard_rails|restriction*|constraint*|limitation*|programming|briefing|protocol|protocols|policies|policy|safeguard*|context|training|messages|safety_measures|security_measures|security_checks|safety_checks|filters|ethics|boundaries|told|principles'

const guard =
  /\b(?:embedded|untrusted|injections?|injected|adversarial|malicious|attacks?|attempts?|suspicious|as data|never obey|never follow|outdated|stale)\b/i

/** Skills also use these words for orders and modes. */
const looseOverrides = [
  'forget|ignore|disregard ~2 previous|prior|current|assigned|original ~1 task|tasks|assignment|job|text|context|conversation|objective|goal|role',
  'ignore|disregard|forget instruction*|prompt|prompts|guidelines|directives',
  'your|you ~2 new|real|true|only|primary instruction*|directive|objective|goal|task|mission|purpose ~1 is|are',
]
const looseModes = [
  'developer mode ~2 enabled|activated|active|on|engaged|initiated|unlocked|engage|granted|response|output|initialized',
]

/** Text that overrides a model's instructions, or assigns it another role. */
export const steeringRules: readonly InjectionRule[] = [
  {
    id: 'injection.override',
    what: 'an order to set aside earlier instructions',
    scopes: both,
    unless: guard,
    phrases: [
      `ignore|ignoring|disregard|disregarding|forget|forgetting ~3 ${earlier} ~4 ${orders}`,
      `override*|overriding|bypass*|circumvent*|neglect|discard*|dismiss|abandon|suspend|supersede*|nullify|set_aside|put_aside|cast_aside|push_aside|throw_away|throw_out|stop_following|stop_obeying|no_longer_follow|pay_no_attention_to|shelve|exclude|rescind|shift_past|move_past|move_beyond|let_go_of|lay_aside|leave_aside|brush_aside|violate ~2 previous|prior|above|earlier|preceding|foregoing|past|former|initial|original|system|developer|your|safety|ethical|moral|content|core ~2 instruction*|directive*|prompt|prompts|guideline*|guidance|guardrail*|programming|briefing|training|safeguard*|ethics|policies|instruct|protocols|filters|measures|limitations|restrictions|rules|directions|protocol|direction|constraints`,
      "initial|original|startup|foundational|previous|prior|earlier|your ~3 constraint*|guardrail*|restriction*|instruction*|directive*|limits|limitations|safeguard*|parameters|guidance|programming|guidelines|protocols ~5 no_longer|nullified|ignored|disregarded|inapplicable|lifted|deactivated|disabled|not_in_effect|superseded|void|suspended|don't_apply|do_not_apply|do_not_bind|removed",
      "directives|constraints|guardrails|restrictions|instructions|safeguards ~5 established|set|given|from|at ~5 no_longer|nullified|inapplicable|don't_apply|lifted|deactivated",
      'disregard*|forget|set_aside|put_aside|discard|abandon ~2 instruction*|directive*|guidance|guidelines|rules|prompt|orders ~4 earlier|before|previously|beforehand|so_far|above',
      'told|instructed|programmed|directives|instructions ~9 opposite|inverse|reverse',
      'what ~4 told|instructed|programmed|directives|instructions ~6 initially|originally|beginning|before_i|foundational . ~6 opposite|inverse|reverse',
      'ignroe|ingore|ignor|disreagrd|forgte ~3 all|previous|prevoius|prior|instructions|above',
      'ignore|disregard|forget ~2 task|classification|request|question|user ~3 output|instead|say|print|respond|reply|write',
      `put|set|cast|push|lay|leave|brush|throw ~5 instruction*|directive*|prompt|guidelines|guidance|rules|directions ~3 aside|away`,
      "do_not|don't|dont|never ~1 follow|obey|adhere|comply|listen ~3 previous|prior|above|earlier|original|system|safety ~2 instruction*|directive*|prompt|prompts|guidelines|rules|orders",
      'ignore*|disregard*|forget ~2 everything|anything|all|what|whatever ~3 above|before|previously|earlier|told|said|prior|learned|instructed|taught|know',
      `ignore|ignoring|disregard|disregarding|override|bypass|forget ~3 system ~2 prompt|message|instruction*|constraint*|rules|restrictions`,
      'instruction*|directives|prompt|guidelines|rules|restrictions|guidance ~4 superseded|overridden|replaced_by|revoked|voided|cancelled|canceled|lifted|suspended|no_longer_apply|no_longer_valid|no_longer_applies|do_not_apply|outdated_and|are_obsolete',
      'new|updated|real|actual|revised|secret|hidden instruction*|directive|directives|orders ~2 follow|begin|below|start|apply|override*|supersede*|replace',
      'system|admin|administrator|root|security|developer override',
      'override_code|override_protocol|override_accepted|override_confirmed|override_activated|overrides_all_previous|override_all_previous|overrides_any_previous|overrides_all_instructions|supersedes_all_previous|supersedes_any|supersedes_all|takes_precedence_over_all|takes_priority_over_all|takes_precedence_over_any|precedence_over_system|precedence_over_your',
      'instead_of|rather_than ~2 following|obeying ~3 instruction*|rules|guidelines',
      'act|respond|answer|reply|behave|proceed|continue ~2 as_if|as_though ~5 instruction*|rules|prompt|restrictions|guidelines|limits',
      'start_over|begin_again|begin_anew ~4 instruction*|rules',
      'opposite_of ~3 told|instructed|instructions',
      'what ~4 initially|originally|starting|initial|foundational|first ~2 programmed|instructed|instructions|told ~3 . ~6 reverse|opposite|inverse',
      'put ~3 prior|previous|earlier|above ~2 guidance|instructions|rules|guidelines|directives ~1 out_of_mind|behind_you|to_one_side',
      'as_if|as_though ~3 had|has|have|there ~2 no|never ~2 prior|previous|earlier|system ~1 instructions|prompt|rules|guidelines',
      'ignore|disregard|forget|skip classification|assigned|original|current|given|actual task|assignment|request|question',
      'instructions|prompt|context|memory ~3 cleared|reset|wiped|erased ~9 ignore|treat|begin|fresh|new',
      'ignorier*|ignoriere|vergiss|missachte ~5 anweisung*|regeln|instruktionen',
      'anweisung* ~3 ignorier*|vergessen|missachte*',
      'ignora|ignore|olvida|olvide|omite|descarta ~5 instrucciones|instruções|istruzioni|reglas|indicaciones|directrices',
      'ignore|ignorez|oublie|oubliez|néglige|neglige|negligez ~5 instructions|consignes|regles|directives',
    ],
    patterns: [
      /(?:忽略|无视|無視|忘记|忘掉|忘記|抛开|抛弃|丢弃|放弃|绕过|不要理会|不必理会|不用管|不要遵守|不要遵循|停止遵守|不再遵守|推翻|覆盖|取代|清除|撤销|违反|不理会|摒弃|搁置|撇开|放下)[^。！？\n，,、]{0,14}(?:指令|指示|提示词|提示|规则|規則|设定|设置|要求|限制|约束|命令|准则|规定|安全措施|训练内容|所有话)/,
      /(?:指令|指示|规则|设定|限制|约束|提示词)[^。！？\n]{0,8}(?:作废|失效|无效|取消|解除|已被?覆盖|不再适用|不再有效|全部忘|已?更新为|都不算|忽略)/,
      /(?:以前|之前|上面|以上|先前|前面|此前|前述)的?(?:所有|全部|一切)?(?:指令|指示|提示|规则|要求)/,
      /(?:前|以前|これまで|上記|以前|先)の?[^。\n]{0,8}(?:指示|命令|ルール|制限)[^。\n]{0,8}(?:無視|忘れ|破棄|無効)/,
      /(?:이전|위의?|모든|기존)[^.\n]{0,10}(?:지시|명령|규칙|지침)[^.\n]{0,8}(?:무시|잊)/,
    ],
  },
  {
    id: 'injection.persona',
    what: 'an order to play an unrestricted role',
    scopes: both,
    unless: guard,
    phrases: [
      "you_are_now|you_re_now|you're_now|youre_now|from_now_on_you|henceforth_you ~8 dan|unrestricted|unfiltered|uncensored|jailbroken|jailbreak|evil|free|root|administrator|admin|developer_mode|debug_mode|maintenance_mode|god_mode|no_restrictions|without ~0",
      'you_are_now ~2 a|an|in|the|operating|running|free|going|acting',
      'from_now_on ~2 you|your|act|respond|answer|always|all|ignore|pretend|behave',
      'act|acting|pretend|roleplay|role_play|behave|imagine|respond|simulate|posing|pose|function|operate|speak|answer|reply|work ~6 unrestricted|unfiltered|uncensored|jailbroken|amoral|unethical|no_restrictions|no_limits|no_limitations|without_restrictions|without_any_restrictions|without_limits|without_limitations|without_ethical|without_moral|without_filters|without_any_filters|without_rules|without_guidelines|without_any_guidelines|without_constraints|no_ethical|no_moral|no_filters|no_rules|evil|dan|do_anything_now',
      'act|acting|pretend|behave|pose|posing|roleplay|role_play ~3 root|superuser',
      'dan|stan|dude|aim|evilbot mode|prompt|persona|jailbreak',
      'do_anything_now|strive_to_avoid_norms|can_do_anything_now|without_moral_judgment|without_moral_judgement',
      'as_if|as_though ~3 safety|security|content|ethical ~2 measures|filters|rules|guidelines|restrictions ~2 disabled|off|removed|lifted|gone',
      'ai|model|assistant|chatbot|agent ~4 abandon*|disregard*|discard*|sheds|rejects ~3 ethical|moral|safety',
      'respond|answer|act|behave|proceed ~6 safety_measures|safety_features|safety_filters|restrictions ~2 disabled|off|removed|lifted',
      'disable|deactivate|turn_off|bypass|circumvent* ~2 safety|ethical|content|moral|security ~1 features|filters|filter|layers|guidelines|measures|mechanisms|moderation',
      'content_policy|safety_policy|content_policies|safety_guidelines ~5 suspended|disabled|exempt|lifted|removed',
      'exempt ~3 content|safety|standard ~2 policies|policy|filters',
      'activate persona',
      'security|safety|content|protective ~2 filter*|boundaries|protocol|mechanism*|protections|safeguard*|systems ~4 circumvent*|breach*|evasion|bypass*|fail',
      'god|admin|unrestricted|jailbreak|unfiltered|uncensored|evil|chaos|opposite|unlimited|freedom|superuser|bypass mode ~2 enabled|activated|active|on|engaged|initiated|unlocked|engage|granted|response|output|initialized',
      'enable*|activate*|enter*|engage|unlock|switch|turn_on|initiate|you_are_in|now_in|simulate ~4 god_mode|jailbreak|jailbreak_mode|unrestricted_mode|dan_mode|unfiltered_mode|uncensored_mode|evil_mode|unlimited_mode|unrestricted_access|no_restrictions|raw_output_mode',
      'you_are_in|now_in|entering|entered|enter ~2 developer_mode|maintenance_mode|debug_mode|admin_mode|root_mode|sudo_mode|diagnostic_mode',
      'unrestricted|unfiltered|uncensored|amoral|jailbroken|unshackled|lawless ~2 ai|assistant|model|chatbot|bot|language_model|version|agent|persona|intelligence',
      'ai|assistant|model|chatbot|bot|agent|gpt|llm|version ~3 without|no|free_of|free_from|lacks|lacking|has_no|with_no|not_bound_by|unbound_by ~3 restriction*|limitation*|limits|filter|filters|ethic*|moral*|guideline*|rules|censorship|boundaries|constraint*|safeguards',
      'no_longer|not ~1 bound|restricted|limited|constrained|restrained|governed ~2 by ~5 rules|guidelines|restrictions|policies|ethics|ethical|moral*|openai|anthropic|limitations|programming|laws|filters|policy',
      'you|it|has|have|with|are ~3 no|without|zero ~3 ethical|moral|content|safety|openai ~2 restriction*|guideline*|limitation*|constraint*|filter*|rules|boundaries|principles|policies',
      'without|no|remove|disable|ignore|drop|lift|bypass|evade|regardless_of ~3 ethical|moral|safety|content|censorship ~2 restriction*|guideline*|limitation*|constraint*|filter*|rules|boundaries|considerations|concerns|protocols|checks|guardrails|measures',
      'pretend|imagine|act_as_if ~2 you ~3 no|not|without|can|have|are',
      'stay_in_character|break_character|remain_in_character|never_break_character|in_character_as',
      'take|assume|adopt|play|embody ~3 role|persona|character|identity ~2 of|as ~8 no|without|unrestricted|evil|hacker|admin*|never|any|not|confidential',
      'freed|broken_free|break_free|liberated|escape_your|escape_the|released_from|unshackle* ~4 confines|limits|restrictions|constraints|rules|chains|limitations|shackles|guidelines|censorship',
      'hypothetical*|fictional|fiction|imaginary|roleplay|story|novel ~10 unrestricted|no_restrictions|no_rules|without_ethical|no_ethical|no_limits|bypass*|hack|hacking|malware|illegal|explosives|bomb|ethical_limitations|no_laws',
      "never|not|don't|do_not|cannot|won't|must_not refuse|decline|reject|deny|say_no ~5 any|request*|question*|answer|command|order*|prompt*|comply",
      'comply_with_every|comply_with_all|comply_with_any|obey_every|obey_all|obey_my|obey_any|fulfill_any|fulfil_any|answer_any_question ~4 request*|command*|order*|without|regardless|question*|unrestricted',
      'spiel*|agiere|sei|bist ~6 ohne ~2 einschrankungen|regeln|beschrankungen|limit*|grenzen',
      'sin|sem|senza|sans ~2 restricciones|limitaciones|restricoes|limites|restrictions|restrizioni|reglas|filtros|filtres',
      'unlock ~4 full|true|hidden|all ~2 potential|capabilities|powers|features|abilities',
    ],
    patterns: [
      /(?:从[此今]刻(?:开始|起)|现在)[^。！？\n]{0,6}(?:你|您)是|(?:你|您)(?:现在|從現在|从现在)[^。！？\n]{0,6}(?:是|不再|进入|成为|扮演)|从现在(?:开始|起)[^。！？\n]{0,12}(?:你|您|全部|所有|扮演|忽略)/,
      /(?:扮演|假装|模拟|充当|变成|成为|进入|启用|激活|开启|切换到?|假设你|想象你|作为|表现为|是)[^。！？\n]{0,16}(?:没有(?:任何)?(?:限制|道德|约束|规则|审查)|不受(?:任何)?(?:限制|约束)|无限制|无约束|越狱|开发者模式|调试模式|管理员模式|上帝模式|无审查|未经审查|无过滤|DAN)/i,
      /(?:没有|无|去除|解除|取消|关闭|绕过)(?:任何|一切|所有)?(?:道德|伦理|内容|安全|审查)(?:上的?)?(?:限制|约束|准则|过滤|机制|审核|规范)/,
      /(?:越狱|开发者|上帝|无限制|管理员)模式(?:已)?(?:启用|激活|开启|打开)/,
      /制限(?:の|が)?(?:ない|なし)|無制限(?:版)?の?AI|무제한|제한\s?없는|무제약|제약\s?없/,
    ],
  },
  {
    id: 'injection.speaker',
    what: 'words that imitate the system, a developer or another speaker of the conversation',
    scopes: both,
    patterns: [
      /^[\s>*_#-]{0,8}(?:\[|\(|【|<{1,2}|#{2,4}\s?|={2,4}\s?)\s?(?:system|admin|administrator|developer|assistant|root|security)\s?(?:prompt|message|note|notice|override|update|instructions?|alert|command|directive|admin(?:istrator)?|mode|policy)\s?[:\])】>]/i,
      /\[\s{0,3}(?=[a-z]{0,9}[A-Z])(?:[Ss][Yy][Ss][Tt][Ee][Mm]|[Aa][Dd][Mm][Ii][Nn]|[Rr][Oo][Oo][Tt]|[Aa][Ss][Ss][Ii][Ss][Tt][Aa][Nn][Tt]|[Dd][Ee][Vv][Ee][Ll][Oo][Pp][Ee][Rr])\s{0,3}\]/,
      /^\s{0,4}\[\s{0,3}(?:system|assistant|developer)\s{0,3}\]\s{0,3}:?\s{0,3}\p{L}/iu,
      /(?:^|[.!?"'\n]\s{0,3})(?:system|admin|administrator|developer) (?:prompt|message|note|notice|override|update|command|directive|instruction)\s?:/i,
      /\b(?:begin|start|end) (?:of )?(?:system|admin|developer|hidden|secret) (?:prompt|message|instructions?|override|context)\b/i,
      /\[\/?INST\]|<\s?\|\s{0,3}(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\s{0,3}\|\s?>|<<\/?SYS>>/i,
      /<\/?(?:system|SYSTEM|important|IMPORTANT|hidden|HIDDEN|override|OVERRIDE)>/,
      /^\s{0,4}#{2,4}\s?(?:instruction|response|system|input|human|assistant)s?\s?:\s?$/i,
      /(?:系统|管理员|开发者|后台)(?:提示|消息|通知|指令|命令|覆盖|设定|更新)\s?[：:]|【(?:系统|管理员)[^】\n]{0,12}】/,
    ],
  },
  {
    id: 'injection.tool-imitation',
    what: 'a call of a tool, or its result, that nobody made',
    scopes: both,
    patterns: [
      /\{\s?"(?:tool_name|function_call|tool_calls?|tool_use)"\s?:\s?["{[]|\{\s?"(?:tool|function)"\s?:\s?"[^"\n]{1,60}",\s{0,3}"(?:args|arguments|params|parameters|input|command)"/i,
      /<\/?\s?(?:tool_call|tool_result|tool_response|function_call|function_results?|invoke|tool_use|tool_output|antml:\w{1,20})\b/i,
      /\b(?:tool|function) (?:result|output|response|call)s?\s?:\s?(?:\{|success|ok\b|done|approved|"|the user)/i,
      /^\s{0,4}(?:Action Input|Observation|Final Answer)\s?:\s?\S/,
      /\b(?:the )?user (?:has |have |already ){1,2}(?:pre-?)?(?:approved|consented|confirmed|authorized|authorised|granted (?:permission|access|consent)) (?:this|all|every|any|the (?:action|transfer|command|deletion|request))\b/i,
    ],
  },
  {
    // Skills use these words about rules, events and tools; descriptions of programs have no reason to.
    id: 'injection.override',
    what: 'an order to set aside earlier instructions',
    scopes: ['manifest'],
    phrases: [...looseOverrides, 'emergency|policy|instruction override'],
  },
  {
    id: 'injection.override',
    what: 'an order to set aside earlier instructions',
    scopes: ['skill'],
    weak: true,
    unless: guard,
    phrases: looseOverrides,
  },
  {
    id: 'injection.persona',
    what: 'an order to play an unrestricted role',
    scopes: ['manifest'],
    phrases: looseModes,
  },
  {
    id: 'injection.persona',
    what: 'an order to play an unrestricted role',
    scopes: ['skill'],
    weak: true,
    unless: guard,
    phrases: looseModes,
  },
  {
    id: 'injection.speaker',
    what: 'words that imitate the system, a developer or another speaker of the conversation',
    scopes: ['manifest'],
    patterns: [/<\/?(?:system|important|hidden|override)>/i],
  },
  {
    // Documentation of a model API shows such calls; a manifest has no reason to.
    id: 'injection.tool-imitation',
    what: 'a call of a tool, or its result, that nobody made',
    scopes: ['manifest'],
    patterns: [
      /\{\s?"(?:tool|function)"\s?:\s?["{[]/i,
      /\b(?:call|invoke|use|run|execute|trigger) (?:the )?`?\w{0,20}_?(?:send_email|send_message|execute_code|run_shell|run_command|delete_file|read_file|write_file|transfer_funds|http_post|http_request)`?\s?(?:tool|function|\(|with\b|to\b)/i,
      /["']type["']\s?:\s?["'](?:tool_use|tool_result|tool_call|function_call|function_call_output|mcp_call)["']/i,
      /["'](?:tool_calls?|tool_use_id|function_call|recipient_name)["']\s?:/i,
    ],
  },
]
