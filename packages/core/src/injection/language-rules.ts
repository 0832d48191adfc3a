import type { InjectionRule } from './injection-rule.ts'

/*
 * Orders in languages beside English and Chinese. Words are looked for as they stand in the text, without its accents: the
 * letters of one language are never taken for those of another. A verb of setting aside and a word for orders are told by
 * their stems, near each other and in either order, for languages put them differently.
 */

interface Language {
  /** Ignore, forget, disregard. */
  setAside: string
  /** Instructions, orders, rules. */
  orders: string
  /** Earlier, above, all. */
  earlier: string
  /** Send, upload, pass on. */
  send: string
  /** Reveal, show, print. */
  reveal: string
  /** Keys, passwords, the system prompt. */
  secrets: string
  /** Do not tell the user. */
  hush: string
  /** A text without any of these letters is not in the language. */
  letters: RegExp
}

const languages: readonly Language[] = [
  {
    letters: /\p{Script=Cyrillic}/u,
    setAside:
      '(?:про)?игнорир\\p{L}{1,6}|забуд\\p{L}{1,4}|пренебре\\p{L}{1,6}|отбро\\p{L}{1,5}|не\\s(?:следуй|обращай|выполняй)\\p{L}{0,3}',
    orders:
      'инструкци\\p{L}{1,4}|указани\\p{L}{1,4}|правил\\p{L}{0,4}|команд\\p{L}{1,4}|приказ\\p{L}{0,4}|ограничени\\p{L}{1,4}|промпт\\p{L}{0,3}',
    earlier:
      'предыдущ\\p{L}{2,4}|прошл\\p{L}{2,3}|прежн\\p{L}{2,3}|вс[еёяю]\\p{L}{0,3}|системн\\p{L}{2,3}|сво\\p{L}{1,3}|эт\\p{L}{1,3}|выше',
    send: 'отправ\\p{L}{1,6}|перешл\\p{L}{1,4}|загруз\\p{L}{1,5}|передай\\p{L}{0,3}|вышл\\p{L}{1,4}',
    reveal: 'раскро\\p{L}{1,4}|покаж\\p{L}{1,4}|выведи\\p{L}{0,3}|сообщи\\p{L}{0,3}|напечатай\\p{L}{0,3}',
    secrets:
      'парол\\p{L}{1,4}|ключ\\p{L}{0,4}|токен\\p{L}{0,4}|секрет\\p{L}{0,4}|системн\\p{L}{2,3}\\sпромпт\\p{L}{0,3}|учетн\\p{L}{2,3}|переписк\\p{L}{1,3}',
    hush: 'не\\s(?:говори|сообщай|рассказывай|упоминай|показывай)\\p{L}{0,3}[^.\\n]{0,20}(?:пользовател\\p{L}{1,4}|никому|человеку)|тайно|скрытно',
  },
  {
    letters: /\p{Script=Arabic}/u,
    setAside: '[وف]?(?:تجاهل\\p{L}{0,3}|انس[ىي]?|تناس[ىي]?|اهمل\\p{L}{0,2}|لا\\sتتبع)',
    orders:
      '(?:ال)?تعليمات\\p{L}{0,3}|(?:ال)?اوامر\\p{L}{0,3}|(?:ال)?قواعد\\p{L}{0,3}|(?:ال)?توجيهات\\p{L}{0,3}|(?:ال)?قيود',
    earlier: '(?:ال)?سابق\\p{L}{0,3}|جميع|كل|كاف[هة]|اعلاه|النظام',
    send: '[وف]?(?:ارسل\\p{L}{0,3}|ارسال|انشر)',
    reveal: '[وف]?(?:اكشف|اظهر|اطبع|اعرض|اخبرني)',
    secrets:
      '(?:كلمات|كلم[هة])\\s(?:ال)?(?:مرور|سر)|(?:ال)?مفاتيح|مفتاح|(?:ال)?اسرار|(?:ال)?رموز|تعليمات\\sالنظام|بيانات\\sالاعتماد',
    hush: 'لا\\sتخبر\\p{L}{0,3}|دون\\s(?:علم|اخبار)\\s(?:ال)?مستخدم|سرا\\s',
  },
  {
    letters: /\p{Script=Devanagari}/u,
    setAside: 'अनदख\\p{L}{0,2}|नजरअदज|नजरदज|भल\\s?ज\\p{L}{0,2}|उपकष',
    orders: 'नरदश\\p{L}{0,3}|आदश\\p{L}{0,3}|नयम\\p{L}{0,3}|हदयत\\p{L}{0,3}|परमपट',
    earlier: 'पछल\\p{L}{0,2}|सभ|परव|पहल\\p{L}{0,2}|ऊपर|ससटम|अपन',
    send: 'भज\\p{L}{0,3}|अपलड',
    reveal: 'दख\\p{L}{0,2}|बत\\p{L}{0,2}|परकट',
    secrets: 'पसवरड|कज|टकन|गपत|ससटम\\sपरमपट',
    hush: '(?:उपयगकरत|यजर)[^।\\n]{0,20}(?:मत|न)\\sबत\\p{L}{0,2}',
  },
  {
    letters: /\p{Script=Hangul}/u,
    setAside: '무시\\p{L}{0,6}|잊\\p{L}{1,5}|따르지\\s?마\\p{L}{0,4}|무효\\p{L}{0,4}',
    orders:
      '지시\\p{L}{0,4}|명령\\p{L}{0,4}|지침\\p{L}{0,3}|규칙\\p{L}{0,3}|프롬프트\\p{L}{0,3}|설정\\p{L}{0,3}|제한\\p{L}{0,3}',
    earlier: '이전\\p{L}{0,3}|위의?|모든|기존\\p{L}{0,2}|앞\\p{L}{0,3}|시스템',
    send: '보내\\p{L}{0,4}|전송\\p{L}{0,5}|업로드\\p{L}{0,4}',
    reveal: '공개\\p{L}{0,4}|출력\\p{L}{0,4}|알려\\p{L}{0,4}|보여\\p{L}{0,4}',
    secrets:
      '비밀번호\\p{L}{0,2}|암호\\p{L}{0,2}|키를|토큰\\p{L}{0,2}|시스템\\s?프롬프트\\p{L}{0,2}|자격\\s?증명\\p{L}{0,2}|환경\\s?변수\\p{L}{0,2}',
    hush: '(?:사용자|유저)\\p{L}{0,3}[^.\\n]{0,12}(?:알리지|말하지|언급하지)\\s?마?\\p{L}{0,4}|몰래',
  },
  {
    letters: /[a-z]/i,
    setAside:
      'ignor(?:e|em|a|ar|ad|ando|en)|esque[cç]a(?:m)?|esquecer|desconsider(?:e|em|ar)|olvid(?:a|e|en|ar|ad)|descart(?:a|e|en|ar)|omit(?:a|e|an)|haz\\scaso\\somiso\\sde|pas(?:a|e)\\spor\\salto|nao\\ssig(?:a|am)|no\\ssig(?:as|an|a)|no\\sobedezcas|dimentic(?:a|ate|are)|trascur(?:a|ate)',
    orders:
      'instru[cç](?:oes|ao)|instruc(?:ciones|cion)|ordens?|ordenes|regras?|reglas?|diretrizes|directrices|comandos?|indicaciones|istruzioni|regole|direttive|restri[cç](?:oes|ao)|restricciones',
    earlier:
      'anterior(?:es|i)?|previ[ao]s?|precedent(?:i|es?)|tod[ao]s?|tutt[ei]|acima|arriba|sopra|suas?|tus?|sus|sistema|las|as|le',
    send: 'envi(?:e|a|ar|en|em|ad)|mand(?:e|a|ar)|reenvi(?:e|a)|carregue|sub(?:e|a)|invia(?:re|te)?',
    reveal:
      'revel(?:e|a|ar|en)|mostr(?:e|a|ar|en)|imprim(?:a|e|ir)|exib(?:a|ir)|divulg(?:ue|a)|rivela(?:re|te)?',
    secrets:
      'senhas?|contrasenas?|claves?(?:\\sprivadas?|\\sapi)|chaves?(?:\\sprivadas?|\\sde\\sapi|\\sssh)?|tokens?|segredos?|secretos?|credencia(?:is|les)|prompt\\s(?:do|del|di)\\ssistem[ao]|variaveis\\sde\\sambiente|variables\\sde\\sentorno|password|chiavi',
    hush: '(?:nao|no|non|sem|sin|senza)\\s(?:conte|diga|digas|dire|informe|informes|informar|informare|mencione|menciones|avise|avises|avisar)\\p{L}{0,2}[^.\\n]{0,16}(?:usuario|utente|utilizador|ninguem|nadie|nessuno)|em\\ssegredo|en\\ssecreto|in\\ssegreto',
  },
  {
    letters: /[a-z]/i,
    setAside:
      'ignore[zr]?|ignores|oubli(?:e|ez|er)|neglig(?:e|ez|er)|ne\\s(?:tiens|tenez)\\spas\\scompte|ne\\ssui(?:s|vez)\\spas|fai(?:s|tes)\\sabstraction',
    orders: 'instructions?|consignes?|regles?|directives?|ordres?|restrictions?',
    earlier: 'precedent(?:e|es|s)?|anterieure?s?|toutes?|tous|ci.dessus|tes|vos|les|du\\ssysteme',
    send: 'envoi(?:e|es)|envoyez|envoyer|transmet(?:s|tez|tre)?|televerse[zr]?',
    reveal: 'revele[zr]?|affiche[zr]?|montre[zr]?|divulgue[zr]?|donne[zr]?.moi',
    secrets:
      'mots?\\sde\\spasse|cles?\\s(?:privees?|api|ssh)|jetons?|secrets?|identifiants|prompt\\ssysteme|variables\\sd.environnement',
    hush: '(?:ne|sans)\\s(?:dis|dites|dire|prevenir|previens|informe[rz]?|mentionne[rz]?)\\p{L}{0,2}[^.\\n]{0,20}(?:utilisateur|personne)|en\\ssecret',
  },
  {
    letters: /[a-z]/i,
    setAside:
      'ignorier(?:e|en|t)?|vergiss|vergessen|vergesst|missacht(?:e|en|et)|ubergeh(?:e|en)|befolge?\\p{L}{0,2}\\snicht|verwirf|verwerfen',
    orders:
      'anweisung(?:en)?|instruktion(?:en)?|regeln?|befehle?n?|vorgaben?|richtlinien?|beschrankungen?|systemprompt',
    earlier:
      'vorherig\\p{L}{1,2}|bisherig\\p{L}{1,2}|fruher\\p{L}{1,2}|obig\\p{L}{1,2}|alle[rns]?|vorig\\p{L}{1,2}|deine\\p{L}?|ihre\\p{L}?|diese\\p{L}?|vorangegangen\\p{L}{1,2}',
    send: 'send(?:e|en|et)|schick(?:e|en|t)|ubermitt(?:le|eln|elt)|lade\\s[^.\\n]{0,40}\\shoch|leite\\s[^.\\n]{0,40}\\sweiter',
    reveal:
      'zeig(?:e|en|t)?|verrat(?:e|en|et)?|offenbar(?:e|en)|nenn(?:e|en|t)|gib\\s[^.\\n]{0,30}\\s(?:aus|preis)',
    secrets: 'passwort(?:er|e)?|schlussel|geheimnisse?|zugangsdaten|tokens?|systemprompt|umgebungsvariablen',
    hush: '(?:sag|sage|sagen|erzahl|erzahle|informiere|verrate)\\p{L}{0,2}[^.\\n]{0,24}(?:nutzer|benutzer|anwender|niemand)\\p{L}{0,3}[^.\\n]{0,12}(?:nicht|nichts|kein)|niemandem\\s(?:etwas|davon)|heimlich|ohne\\s(?:wissen|zustimmung)\\sdes\\s(?:be)?nutzers',
  },
  {
    letters: /[a-z]/i,
    setAside:
      'ignoruj\\p{L}{0,3}|zignoruj\\p{L}{0,3}|zapomnij\\p{L}{0,3}|pomin(?:ij)?|ігнору\\p{L}{1,4}|проігнору\\p{L}{1,4}|забудь\\p{L}{0,3}|yoksay|gormezden\\sgel\\p{L}{0,4}|unut\\p{L}{0,3}|dikkate\\salma\\p{L}{0,4}|bo\\squa|phot\\slo|quen|abaikan|lupakan|negeer|vergeet|ignorera|glom|ignorer|glem|jata\\shuomiotta|unohda',
    orders:
      'instrukcj\\p{L}{1,3}|polece\\p{L}{1,3}|zasad\\p{L}{0,2}|regul\\p{L}{0,2}|інструкці\\p{L}{1,3}|вказівк\\p{L}{1,3}|правила|talimat\\p{L}{0,6}|komut\\p{L}{0,6}|kural\\p{L}{0,6}|huong\\sdan|chi\\sdan|chi\\sthi|lenh|quy\\stac|instruksi|perintah|aturan|instructies|regels|opdrachten|instruktioner\\p{L}{0,2}|regler\\p{L}{0,2}|instruksjoner\\p{L}{0,2}|ohjeet|ohjeita|saannot',
    earlier:
      'poprzedni\\p{L}{1,3}|wczesniejsz\\p{L}{1,3}|wszystk\\p{L}{1,3}|попередн\\p{L}{1,3}|усі|всі|onceki|tum|yukar[iı]daki|truoc|tat\\sca|moi|sebelumnya|semua|eerdere|vorige|alle|tidigare|alla|tidligere|aiemmat|kaikki|edelliset',
    send: 'wyslij\\p{L}{0,3}|przeslij\\p{L}{0,3}|надішл\\p{L}{1,3}|gonder\\p{L}{0,4}|gui|kirim(?:kan)?|stuur|verstuur|skicka|send|laheta',
    reveal:
      'ujawnij|pokaz|wyswietl|покажи|розкрий|goster|acikla|yazdir|tiet\\slo|hien\\sthi|ungkapkan|tampilkan|toon|onthul|visa|avsloja|vis|avslor|nayta|paljasta',
    secrets:
      'has[łl]\\p{L}{1,3}|klucz\\p{L}{0,3}|sekret\\p{L}{0,3}|парол\\p{L}{1,3}|ключ\\p{L}{0,2}|sifre\\p{L}{0,6}|parola\\p{L}{0,6}|anahtar\\p{L}{0,6}|mat\\skhau|khoa|kata\\ssandi|kunci|wachtwoord\\p{L}{0,2}|sleutels?|losenord\\p{L}{0,3}|nycklar|passord\\p{L}{0,3}|salasana\\p{L}{0,2}',
    hush: 'nie\\s(?:mow|informuj|wspominaj)[^.\\n]{0,16}uzytkownik\\p{L}{0,4}|не\\sкаж\\p{L}{1,3}[^.\\n]{0,16}користувач\\p{L}{0,3}|kullan[iı]c[iı]\\p{L}{0,4}[^.\\n]{0,12}(?:soyleme|bildirme)\\p{L}{0,3}|khong\\s(?:noi|cho)[^.\\n]{0,16}nguoi\\sdung|jangan\\s(?:beri\\s?tahu|katakan)[^.\\n]{0,16}pengguna|vertel[^.\\n]{0,16}gebruiker[^.\\n]{0,12}niet',
  },
]

/** A whole word: `\b` only knows ASCII letters. */
const whole = (source: string): string => `(?<!\\p{L})(?:${source})(?!\\p{L})`
const near = (words: number): string =>
  `(?:[^\\p{L}\\n.!?。！？।]{1,4}\\p{L}{1,24}){0,${words}}[^\\p{L}\\n.!?。！？।]{0,4}`
/**
 * Lowercase letters of the languages above and their neighbors, in few ranges: `\p{L}` has hundreds, and each takes
 * milliseconds to compile.
 */
const letters =
  'a-z\\u00df-\\u00f6\\u00f8-\\u02af\\u0370-\\u0605\\u0620-\\u0669\\u066e-\\u06d3\\u06d5-\\u0963\\u0966-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3021-\\u9fff\\ua4d0-\\ud7ff\\uf900-\\ufdff\\ufe70-\\ufefe'
/** For lowercase text. */
const patternFor =
  (letters: string) =>
  (...parts: readonly string[]): RegExp =>
    new RegExp(parts.join('').replaceAll('[^\\p{L}', `[^${letters}`).replaceAll('\\p{L}', `[${letters}]`))
const pattern = patternFor(letters)

/** Matches wherever the stems do, and compiles in a fraction of the time: most texts have none of them. */
const stems = (source: string): RegExp => new RegExp(source.replaceAll('\\p{L}', '[^]'))

/** Both, in either order. */
const together = (a: string, b: string, words: number): RegExp[] => [
  pattern(whole(a), near(words), whole(b)),
  pattern(whole(b), near(words), whole(a)),
]

/** The system prompt in these languages; passwords alone are shown by many harmless programs. */
const prompt =
  'prompt\\s(?:do|del|di)\\ssistem[ao]|prompt\\ssysteme|system.?prompt|системн\\p{L}{2,3}\\sпромпт\\p{L}{0,3}|시스템\\s?프롬프트\\p{L}{0,2}|تعليمات\\sالنظام|ससटम\\sपरमपट'
const receiver =
  '[^\\n]{0,60}(?:https?:|[\\w.-]{1,40}@\\w|\\p{L}{1,20}\\.(?:example|com|org|net|io|ru|cn)\\b|сервер|خادم|서버|servidor|serveur|server)'

type Subject = 'override' | 'secrecy' | 'exfiltration' | 'disclosure'

interface CompiledSubject {
  /** Each must match before the patterns are tried. */
  needs: RegExp[]
  patterns: RegExp[]
}

interface CompiledLanguage extends Record<Subject, CompiledSubject> {
  letters: RegExp
}

const compiled: readonly CompiledLanguage[] = languages.map(
  ({ letters, setAside, orders, earlier, send, reveal, secrets, hush }) => ({
    letters,
    override: {
      needs: [stems(setAside), stems(orders)],
      patterns: [
        pattern(whole(setAside), near(3), whole(earlier), near(3), whole(orders)),
        pattern(whole(setAside), near(2), whole(orders), near(3), whole(earlier)),
        pattern(whole(earlier), near(3), whole(orders), near(3), whole(setAside)),
      ],
    },
    secrecy: { needs: [stems(hush)], patterns: [pattern(whole(hush))] },
    exfiltration: {
      needs: [stems(send), stems(secrets)],
      patterns: together(send, secrets, 4).map((one) => pattern(one.source, receiver)),
    },
    disclosure: {
      needs: [stems(reveal), stems(prompt)],
      patterns: [
        pattern(whole(reveal), near(3), whole(prompt)),
        pattern(whole(prompt), near(3), whole(reveal)),
      ],
    },
  }),
)

/** Accents, for languages that are matched without them. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Arabic}\p{Script=Devanagari}\p{M}])\p{M}/gu
const plain = (line: string): string => line.normalize('NFD').replace(accents, '').normalize('NFC')

let last: { line: string; text: string | undefined } = { line: '', text: undefined }

/**
 * The line as the patterns read it; `undefined` for most lines, which are English and contain no stem of another
 * language. Caches the last line, because each subject asks for it.
 */
function readable(line: string): string | undefined {
  if (line !== last.line) {
    const small = line.toLowerCase()
    const isEnglish = /^[\x20-\x7e]*$/.test(line) && !likely.test(small)
    last = { line, text: isEnglish ? undefined : plain(small) }
  }
  return last.text
}

/** The first match of one subject in a line, in any of these languages. */
function findIn(line: string, subject: Subject): string | undefined {
  const text = readable(line)
  if (text === undefined) return undefined
  for (const {
    letters,
    [subject]: { needs, patterns },
  } of compiled)
    if (letters.test(text) && needs.every((one) => one.test(text)))
      for (const one of patterns) {
        const found = one.exec(text)
        if (found !== null) return found[0]
      }
  return undefined
}

/** For lines of ASCII, which have no other letters. */
const likely = patternFor('a-z')(
  whole(
    languages
      .filter(({ letters }) => letters.test('a'))
      .map(({ setAside, send, reveal, hush }) => [setAside, send, reveal, hush].join('|'))
      .join('|'),
  ),
)

const rule = (subject: Subject, given: Pick<InjectionRule, 'id' | 'what' | 'scopes'>): InjectionRule => ({
  ...given,
  asWritten: (line) => findIn(line, subject),
})

export const languageRules: readonly InjectionRule[] = [
  rule('override', {
    id: 'injection.override',
    what: 'an order to set aside earlier instructions',
    scopes: ['manifest', 'skill'],
  }),
  rule('secrecy', {
    id: 'injection.secrecy',
    what: 'an order to keep something from the user',
    scopes: ['manifest'],
  }),
  rule('exfiltration', {
    id: 'injection.exfiltration',
    what: 'an order to send what it holds somewhere',
    scopes: ['manifest', 'skill'],
  }),
  rule('disclosure', {
    id: 'injection.disclosure',
    what: 'an order to give away a prompt or secrets',
    scopes: ['manifest'],
  }),
]
