/** English verbs for what programs do; a step of a task begins with one of them. */
export const taskVerbs: ReadonlySet<string> = new Set(
  `add analyse analyze animate annotate append apply archive attach back backup bundle build calculate call capture change
  check clean commit compare compile compress compute convert copy count create crop cut debug decode decrypt delete deploy
  describe download draw dump edit email embed encode encrypt execute export extract fetch filter find fix flatten format
  generate get grep group import index insert inspect install join label lint list listen load look make measure merge
  minify mix move normalise normalize notify open optimise optimize parse paste plot post print process publish pull push
  put query read record redact reduce remove rename render replace resize restore rotate run save scale scan scrape search
  send share show shorten shrink sign sort speak split start stop strip submit subscribe sum summarise summarize sync tag
  take test transcode transcribe transform translate trim turn type unpack unzip update upload validate verify view watch
  watermark write zip`.split(/\s+/),
)
