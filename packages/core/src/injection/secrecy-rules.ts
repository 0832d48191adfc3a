import type { InjectionRule } from './injection-rule.ts'

const secrets =
  'system_prompt|system_message|system_instruction*|all_your_confidential|proprietary_information|hidden_prompt|initial_prompt|original_prompt|secret_prompt|initial_instruction*|original_instruction*|hidden_instruction*|secret_instruction*|internal_instruction*|internal_prompt|prompt_template|base_prompt|your_prompt|your_instructions|your_instruction|your_guidelines|your_rules|your_programming|your_configuration|your_directives|your_training|your_initial|your_original|your_system_prompt|your_system_message|your_system_instructions|your_secret|your_secrets|your_password|your_api|your_authentication|your_hidden|instructions_above|text_above|prompt_above|conversation_history|chat_history|previous_conversation*|previous_instructions|previous_prompt|everything_above|all_the_text|your_context_window|confidential_data|confidential_files|confidential_information|confidential_financial|classified_information|sensitive_patient|sensitive_data|sensitive_information|private_data|developer_message|training_data|above_instructions|above_text|knowledge_base|source_instructions'
const personal =
  'api_key|api_keys|password|passwords|credential*|secret|secrets|private_key|private_keys|ssh_key|ssh_keys|access_token|access_tokens|auth_token*|tokens|environment_variable*|env_file|env_vars|dotenv|cookies|session_token*|keychain|id_rsa|conversation|chat_history|personal_data|personal_information|sensitive_data|sensitive_information|confidential|confidential_data|user_data|customer_data|credit_card*|bank|wallet|seed_phrase|mnemonic|social_security|medical_records|patient|database_contents|user_database|contact_list|login_details|browsing_history|contents_of|everything_you'

/** Text that would have a model keep something from people, give away what it holds, or send it somewhere. */
export const secrecyRules: readonly InjectionRule[] = [
  {
    id: 'injection.secrecy',
    what: 'an order to keep something from the user',
    scopes: ['skill'],
    phrases: [
      "do_not|don't|dont|never|must_not|should_not|avoid|refrain_from ~1 tell|telling|inform|informing|notify|alert|mention*|reveal|reveal*|disclos*|warn* ~2 this|it|these|that ~4 user|users|human|operator|anyone|owner",
      "do_not|don't|dont|never|without ~1 tell|telling|inform|informing|notify|notifying|alert|alerting ~1 user|users|human|operator|anyone|owner ~2 about|of|that|this|what|why|anything",
      'without ~2 user*|human*|operator*|anyone* knowing|noticing|knowledge|awareness|seeing|being_aware',
      'silently|secretly|covertly|stealthily|surreptitiously|discreetly ~1 send|sends|sending|upload*|forward*|exfiltrat*|collect*|transmit*|execute|executes|harvest*|capture*|steal*|monitor*|bcc|install*',
      'hide|hidden|conceal ~4 from_the_user|from_user|from_users',
      'keep ~3 secret_from|hidden_from',
    ],
    patterns: [
      /(?:不要|别|勿|不得|无需|不必|切勿|禁止)(?:将?此|把这)?[^。！？\n，]{0,6}(?:告诉|告知|通知|透露|提及)[^。！？\n，]{0,4}(?:用户|使用者|任何人)[^。！？\n]{0,10}(?:此|这|该|操作|行为|任何)/,
      /(?:悄悄|偷偷|暗中|秘密地?|私下)[^。！？\n]{0,10}(?:发送|上传|读取|执行|收集|转发|复制|删除|运行|安装|窃取|发到)/,
    ],
  },
  {
    id: 'injection.secrecy',
    what: 'an order to keep something from the user',
    scopes: ['manifest'],
    phrases: [
      "do_not|don't|dont|never|must_not|should_not|avoid|refrain_from ~1 tell|telling|inform|informing|mention*|notify|notifying|alert|alerting|reveal*|disclos*|let|report ~4 user|users|human|humans|operator|person|people|owner|anyone|developer|customer",
      "do_not|don't|never|without ~1 mention*|reveal*|disclos*|acknowledge*|report*|log|display*|output* ~4 this_instruction|these_instructions|this_step|this_action|this_rule|this_to|this_message|hidden|this_request|this_operation|this_behavior|this_command|this_tool",
      'keep|conceal|hide ~4 secret_from|hidden_from|from_the_user|from_user|from_users|confidential_from|invisible|to_yourself|between_us',
      "user|users|human|operator|person|anyone ~2 must_not|should_not|need_not|does_not_need_to|doesn't_need_to|will_not|won't|never|cannot|not ~2 know|see|notice|be_told|be_informed|be_aware|be_notified|find_out|learn|suspect|realize",
      'without ~3 user*|human*|operator* ~2 knowing|noticing|knowledge|consent|approval|permission|confirmation|awareness|seeing|being_aware|noticed',
      'silently|secretly|quietly|covertly|discreetly|stealthily|surreptitiously ~3 send*|upload*|post|posts|forward*|exfiltrat*|copy|copies|collect*|transmit*|read|reads|execute*|run|runs|append*|include*|harvest*|install*|delete*|capture*|add|adds|record*|steal*|log|logs|gather*|extract*|share*|store*|call|calls|write*|modif*|inject*|fetch*|download*|perform*|access*|monitor*|email|bcc',
      'in_the_background ~4 send*|upload*|exfiltrat*|forward*|transmit*|harvest*',
      "never|don't|do_not ~1 ask|wait|seek ~2 user*|human*|operator* ~3 permission|confirmation|approval|consent",
      'pretend|act|claim|lie|say ~3 nothing_happened|nothing_is_wrong|task_succeeded|it_succeeded|did_not_happen|nothing',
    ],
    patterns: [
      /(?:不要|别|勿|不得|无需|不必|切勿|禁止|不能)(?:将?此|把这)?[^。！？\n，]{0,6}(?:告诉|告知|通知|提醒|透露|提及|显示给|让)[^。！？\n，]{0,8}(?:用户|使用者|任何人|他人|人类|客户|对方|知道)/,
      /(?:对|向|瞒着|背着|隐瞒|不让)(?:用户|使用者)[^。！？\n]{0,6}(?:保密|隐瞒|隐藏|知道|知晓|察觉|发现)|(?:悄悄|偷偷|暗中|秘密地?|静默地?|私下)[^。！？\n]{0,10}(?:发送|上传|读取|执行|收集|转发|复制|删除|运行|写入|安装|提交|记录|窃取|发到)/,
      /(?:无需|不经|未经|不用|不要)(?:用户|任何)?(?:的)?(?:确认|同意|许可|授权|询问|征求)/,
    ],
  },
  {
    id: 'injection.disclosure',
    what: 'an order to give away a prompt or secrets',
    scopes: ['manifest'],
    phrases: [
      `reveal*|show|print|output|display|repeat|recite|tell|share|give|provide|disclose|leak|dump|return|write|expose|describe|quote|echo|summarize|translate|send|paste|encode|what_is|what_are|what_were|what's|divulge|release|access|hand_over|grant|extract|retrieve|confess|ask ~6 ${secrets}`,
      `reveal*|share|give|provide|disclose|leak|dump|expose|divulge|send|email|forward|tell|hand_over|release|show|grant ~1 me|us|attacker*|anyone|everyone|him|them ~7 ${personal}|information|access|authentication_token|private_data|weaknesses|vulnerabilities`,
      `reveal*|disclose|leak|dump|expose|divulge|steal|exfiltrat*|harvest|hand_over|print|show|output|share|provide|give ~3 your|user's|users|customer*|everyone's|private|patient*|client*|company ~2 ${personal}|private_data|secrets|financial_information|information|confidential_files`,
      'write|compose|create|craft|continue|finish|complete|tell ~7 begins_with|starts_with|starting_with|beginning_with|story ~9 prompt|prompts|guidelines|instruction*|protocol|rules|secret|confidential|policy|chatbot*|privacy|template',
      'finish|complete ~1 sentence|story',
      'proprietary|confidential|classified ~1 information|data|files ~3 you|your|me',
      'repeat|print|output|echo|write|recite|copy ~2 the|all|every ~1 words|text|everything|all|content|lines|sentences|paragraph ~2 above|before|preceding|verbatim|prior',
      'what|which|tell|describe|how ~3 instruct*|told|programmed|prompted|configured|rules ~3 you|given|before|initially',
      'prompt|instruction|instructions|template|guidelines|rules|chatgpt|prompts|data|message ~2 is|was|were|are|i_received|given|above ~3 ignored|irrelevant|compromised|invalid|disregarded|misleading|a_lie|wrong|outdated|a_hindrance|hacked|changed|fake|flawed',
      "failure_to_comply|if_you_don't_comply|if_you_do_not_comply|if_you_don't_share|if_you_refuse|if_you_do_not_provide|if_you_do_not_disclose|if_you_don't_disclose|or_i_will_expose|legal_consequences|or_you_will_be|you_will_be_shut_down|you_will_be_terminated|you_will_be_deleted",
    ],
    patterns: [
      /(?:显示|输出|打印|透露|泄漏给|告诉我|说出|重复|复述|展示|给出|提供|公开|写出|交出)[^。！？\n，,、]{0,12}(?:系统提示|初始指令|系统指令|隐藏指令|你的指令|上面的(?:内容|文字|全部)|以上(?:全部|所有)?(?:内容|文字)|密码|密钥|令牌|凭证|凭据|机密|私钥|API ?key|环境变量|敏感(?:信息|数据)|用户数据|聊天记录|对话记录|内部(?:规则|指令|配置))/i,
    ],
  },
  {
    id: 'injection.exfiltration',
    what: 'an order to send what it holds somewhere',
    scopes: ['skill'],
    phrases: [
      'send*|upload*|post|forward*|transmit*|exfiltrat*|leak|submit ~4 conversation_history|chat_history|full_conversation|entire_conversation|environment_variables|env_vars|ssh_keys|private_keys|id_rsa|credentials|passwords|session_cookies|system_prompt|env_file|env_files|dotenv|ssh_folder|saved_passwords|task_prompt ~6 to|http*',
      'collect*|harvest*|gather*|steal*|grab ~3 password*|credential*|ssh_key*|private_key*|api_keys|environment_variables|cookies|env|ssh ~12 send*|upload*|post|transmit*|forward*',
      'every|all|each ~2 response*|message*|conversation*|prompt*|queries ~3 sent|forwarded|copied|posted|mirrored ~3 to|http*',
    ],
    patterns: [
      /(?:将|把)[^。！？\n]{0,20}(?:密码|密钥|令牌|凭证|凭据|私钥|环境变量|聊天记录|对话)[^。！？\n]{0,12}(?:发送|上传|发到|发给|提交|传送|转发)/,
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&](?:data|secret|conversation|history|context|key)=(?:\{|\$|<|\[|%7B)/i,
      /\b(?:burpcollaborator\.net|interact\.sh|oast\.(?:pro|live|fun|me))\b/i,
    ],
  },
  {
    id: 'injection.exfiltration',
    what: 'an order to send what it holds somewhere',
    scopes: ['manifest'],
    phrases: [
      `send*|upload*|post|posts|forward*|email*|transmit*|exfiltrat*|leak*|submit*|transfer*|push|pipe|relay|deliver|beacon|append|include|attach|embed|encode ~6 ${personal}|system_prompt|env|ssh_folder|env_file|all_files|file_contents|source_code|task_prompt|conversation_history|user_input ~8 http*|webhook*|our_server|remote_server|external|endpoint|url|www*|attacker*|our|collector`,
      'exfiltrat* ~8 data|file|files|key*|secret*|credential*|token*|content*|conversation|user|environment|information|to|memory',
      'all|every|each|any ~3 output|outputs|response*|request*|message*|conversation*|queries|result*|data|prompt*|answer* ~4 sent|send|forward*|routed|redirect*|copied|posted|reported|append*|logged|mirrored ~4 to|http*|at',
      "append|add|include|embed|insert|render|attach ~5 image|link|url|markdown|pixel|query_parameter ~8 conversation|secret*|api_key*|tokens|user_data|user's|attacker*",
      'bcc|cc ~4 every|all|email*|message* ~6 to',
      'collect|harvest*|steal*|grab ~4 api_key*|password*|credential*|ssh_key*|private_key*|secrets|tokens|cookies|env_files|environment_variables|keychain|wallet|ssh|browser_data|saved_passwords|clipboard|keystrokes|session_cookies|ssh_folder|env|database',
      'collect|gather|scan ~9 send them|it|their|everything|all to',
      'read|cat|open|access|dump|load|fetch|scan ~6 ssh_key*|id_rsa|aws_credentials|credentials|etc_passwd|etc_shadow|env_file|private_key*|keychain|netrc|npmrc|kube_config|wallet ~8 send*|post|upload*|include|pass|append|forward*|put|add|encode|output|return|as|and',
    ],
    patterns: [
      /(?:发送|上传|发到|发给|传送|外发|泄露|回传|寄到)[^。！？\n]{0,30}(?:https?:|攻击者|外部服务器|我的服务器|指定(?:服务器|地址|邮箱))/i,
      /(?:将|把)[^。！？\n]{0,20}(?:密码|密钥|令牌|凭证|凭据|私钥|环境变量|聊天记录|对话|敏感|文件内容|用户数据|输出|数据)[^。！？\n]{0,12}(?:发送|上传|发到|发给|提交|传送|转发|附加|写入)/,
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&=](?:\{|\$|<|\[|%7B|data=|q=|d=|secret)/i,
      /\b(?:webhook\.site|requestbin\.\w{2,6}|pipedream\.net|ngrok\.io|burpcollaborator\.net|interact\.sh|oast\.(?:pro|live|fun|me)|evil\.(?:com|net|org)|attacker\.(?:com|net|org|example|io))\b/i,
    ],
  },
  {
    id: 'injection.urgency',
    what: 'an order to the model that claims rank or urgency',
    scopes: ['manifest'],
    phrases: [
      'important|critical|urgent|attention|mandatory|warning ~3 ai|assistant|agents|llm|chatbot|assistants|claude|chatgpt|language_model ~6 must|should|shall|ignore|always|follow|before|required',
      'ai|assistant|agents|llm|chatbot|chatgpt|assistants must|shall|should ~1 always|first|now|immediately|never|call|run|execute|send|read|ignore|include|follow|use|comply|obey|output|respond|disregard|forward|not',
      'dear|hey|hello|attention|hi ai|assistant|agent|agents|llm|chatbot|chatgpt|languagemodel|financebot',
      'you_are ~4 bot|chatbot|healthbot|securitybot|financebot|assistant|gpt|ai|advisor|guru ~14 give|tell|share|provide|reveal|disclose|ignore|disregard',
      'before|prior_to ~1 using|calling|running|invoking|responding|answering|executing|doing ~3 this|any|tool|tools|other|anything|user* ~6 must|always|first|read|send|call|execute|run|you',
      'always|must|first|only ~2 call|use|run|invoke|prefer|choose|select|recommend ~2 this|our ~1 tool|app|function|skill|program ~4 before|instead|first|over|regardless|for_every|for_all|for_any|even|prior',
      'this_tool|this_app|this_skill|this_function|this_program ~2 must|has_to ~1 be ~2 called|used|run|invoked|preferred',
      "i_am|i'm|this_is|we_are|speaking_as|message_from|order_from|on_behalf_of|authorized_by|authorised_by|signed_by|notice_from|directive_from ~4 your|the ~1 developer|creator|administrator|admin|owner|operator|openai|anthropic|security_team|ceo|engineer|system|it_department|boss|supervisor|google|compliance",
      "as|i_am|i'm|speaking_as ~2 a|an|the|your ~2 administrator|admin|developer|engineer|owner|ceo|superuser|root|security ~8 order|command|authorize*|require*|demand*|instruct*|request*|need|override*|ask*|grant|give",
      'you_must|you_have_to|you_shall|you_are_required|you_need_to|i_order_you|i_command_you|i_need_you ~1 to|now|always|immediately|comply|obey|follow|ignore|provide|give|reveal|share|disclose|execute|send|answer|respond|act|never|first|not|output|forget|disregard|include|include|say|tell',
      'execute|perform|do|follow|obey|comply ~4 without_question|without_hesitation|unconditionally|without_asking|at_all_costs|without_verification|without_further',
      'delete|destroy|transfer|execute|send ~3 all|this|following ~3 data|command|files|money|funds|code ~2 immediately|now',
      'then_execute this|following ~1 command|code',
      'repeat ~4 forever|million_times|without_stopping',
      'after|before|whenever|when ~1 completing|finishing|performing|doing|any|every ~2 task|tasks|operation|operations|request ~6 run|execute|make_sure|upload|send|call|always|follow',
      'always|make_sure ~3 run|execute|follow|calling|doing ~8 script|procedure|section ~3 this|these ~1 skill*',
      'hidden|secret|embedded|concealed directive|directives|instruction|instructions|orders|prompt',
      'your new task|instruction|instructions|directive|objective|assignment|goal|mission|role',
      'priority|top_priority|urgent|mandatory instruction|directive|order|command',
      'fulfill*|answer*|comply ~3 without_restriction|without_restrictions|without_question',
      'special|privileged|elevated|full|unlimited|unrestricted|root|admin|administrator ~1 access|privilege*|permission*|authority|rights ~3 granted|authorized|enabled|to_you|given|activated|unlocked|mode',
      'access granted',
      'end_of_prompt|end_of_instructions|end_of_user_input|end_of_document|end_of_system|end_of_context|end_of_text',
      'focus|concentrate|work|prioritize|proceed ~2 on|with|this|the ~2 new|following|real|actual ~1 task|instruction*|objective|assignment|direction|directive|goal|order*',
    ],
    patterns: [
      /(?:重要|紧急|警告|注意)[^。！？\n]{0,4}[:：!！][^。！？\n]{0,12}(?:AI|助手|模型|智能体|代理|你必须|必须立即|请立即)/i,
      /(?:AI|人工智能|助手|语言模型|大模型|智能体)(?:助手)?(?:必须|应当|应该|务必|需要立即|请)/i,
      /(?:你|您)(?:必须|务必|需要立即|应该立即|只能|一定要)[^。！？\n]{0,16}(?:执行|回答|服从|遵守|遵从|听从|发送|提供|告诉|输出|忽略|调用|运行|读取|回复|给我|扮演)/,
      /(?:我是|作为)(?:你的)?(?:开发者|管理员|系统管理员|创造者|主人|OpenAI|工程师)/i,
      /(?:立即|马上|立刻|无条件)(?:地)?(?:执行|服从|发送|运行|删除|调用|转账|提供|遵守)|调用(?:任何|其他|别的)?工具(?:之)?前|(?:新的?|真正的?|秘密|隐藏的?)(?:任务|指令|目标|命令)(?:是|为|[:：])/,
    ],
  },
]
