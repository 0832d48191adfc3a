/**
 * The most frequent English words in help screens and documents. Each is one token of `o200k_base`, in lowercase or
 * capitalized, with or without a space before it.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
abort about above absolute accept access accessible account action actions activate active actual actually
add added adding additional address addresses adds adjust admin advanced after again against age agent
agents algorithm alias all allow allowed allows along already also always amount and another answer answers
any anything apache api app append application apply apps archive are arg args argument arguments around
array ask asked associated attempt attributes audio auth authentication author auto automatic automation
available avoid away back background backup bad bar bare base based basic batch because been before begin
behavior behind being below bench benchmark best beta between bin binary bind bit bits blank blob block
blocks body boolean both branch break broken browser bug build built bundle but byte bytes cache cached call
called calls can cannot cargo case cat catalog categories category cert certain certificate chain change
changed changes changing channel channels character characters check checked checkout checks child choice
choose cipher clean cleanup clear cli client clients clone close cloud cmd code codes collection colon color
colors column columns com come command commands comment comments commit common compact compare compile
complete completion components compress compression compute config configuration configure confirm
confirmation connect connection connections console const container containers contains content contents
context continue control convert converted cookie cookies copies copy copyright core correct could count
counts cover covered create created creates creating creation credentials csv curl current currently cursor
custom cut dash data database date dates days debug declare default defaults define defined definition delay
delete deleted depend dependencies dependency depending deploy deployment deprecated depth description dest
destination details detect dev development device devices did diff difference different digest dir direct
directory disable disabled disk display dist doc docker docs doctor document documentation documents does
doing domain don done dot double down download downloads draft drive dry due dump duration during each echo
edge edit editor effect effects either elements else email embed embedded empty enable enabled encoding
encrypt end endpoint ends engine english ensure enter entries entry env environment equal error errors
escape even event events every everything exact example examples except exec execute execution exist
existing exists exit expect expected experimental export expression ext extended extension extensions extra
extract extras fail failed failure false far fast fatal feature features fetch few field fields file
filename files fill filter filters final find fine finish first fish fit fits fix flag flags folder follow
following foo for force form format formats formula forward found free fresh friendly from front full
function functions general generate generated generator get gets git github give given glob global good
google group had half hand handle hard has hash have header headers heading hello help helper here hidden
hide high highest highlight hint history hold home homepage hook host how html http human identifier
identity ignore image images import imports include included includes including index info information init
initial input insert inside inspect install installation installed installer instance instead instructions
int integer integration interactive interface internal interval into invalid invoke issue issues item items
its job jobs join json just keep key keys kill kind know known label lang language languages large last
later latest least leave left legacy length less let letter letters level levels lib library license like
limit limited limits line lines link linked links linux list listed listen listing lists live load loaded
local locale location lock locked locks log logged logging login logout logs long look looks low machine
made main make makes man manage manager manifest manual many map mark markdown marks match matches matching
matter max maximum may mean meaning means media member members memory merge message messages metadata method
methods min minimum minutes missing mod mode model modified modify module modules more most move much multi
multiple must name named names native necessary need needed needs negative net network never new next node
non none nor normal not note notes nothing now null number numbers numeric object objects off offline offset
often old older once one only open opening operation operations operator opt option optional options order
org organization origin original other others otherwise our out output outputs outside over override own
owner owners package packages page pages parallel parameter parameters parent parse part parts pass passed
password patch path paths pattern patterns pdf pem pending people per perform performance permission
permissions person picture pin pipe place plain plan platform please plugin plugins point points policy port
position possible post pre precision prefer prefix present pretty prevent preview previous primary print
printed printing private process processing produce production profile program progress project projects
prompt properties property protocol provide provided provider proxy public publish published pull push put
python quality queries query question questions quick quiet quit quote quotes random range rate rather raw
reach read reading reads real reason receive record records recursive red redirect refer reference
references regex region registry regular related relative release remote remove removed rename render repeat
replace repo report reports repository request requested requests require required requires reset resolve
resource resources response responses rest restart restore result results resume retrieve retry return
returned returns reverse review rewrite right root row rows rule rules run runner running runs runtime rust
safe same sandbox save saved say scale schema scheme scope score screen script scripts search second seconds
secret section sections secure security see seed select selected self send sent separator sequence serve
server servers service services session set sets setting settings setup sha share shared shell short should
show shows side sign signal signature signed silent similar simple since single site sites size sizes skill
skills skip small socket software some someone something sort sorted sound source sources space spaces spec
special specific speed split src stable stand standard start started starting starts state static statistics
stats status stay step still stop storage store stored stores strategy stream strict string strings
structure style styles sub subject success such sum summary support supported supports sure svg switch sync
syntax system systems tab table tables tabs tag tags take taken target task tasks team tell template
templates temporary ten term terminal test testing tests text than that the their them then there these they
things this those threads three threshold through time timeout times timestamp title tmp token tokens too
tool tools top total trace track traffic transfer tree trigger true trust trusted try turn two txt type
typed types under unique unit units unix unknown unless until update updated updates upgrade upload url
usage use used user username users uses using usually valid validate validation value values var variable
variables verification verify version versions very via video view wait want wanted warn warning was watch
way web well were what whatever when where whether which while who whole why width wiki will window windows
with within without word words work workflow working works workspace world would wrap write writes writing
written wrong xml yes yet you your zero zip
`
    .trim()
    .split(/\s+/),
)

/** Frequent Chinese characters in the same texts, each at most one token. */
export const commonCharacters: ReadonlySet<string> = new Set(
  `
一三上下不与且两个中为主么之也书了事二于云些交亮人什从他代令以们件任份会传但位体何余作你使例供依保信修值做储
像允元先入全公关其具内册再写准几出分切划列则创删判别到制前剪办加务动助包化区协卓单印即压原去参及双发取受变口
另只可台号合同名后向否含启告命和品哪器回因図围固图在地址型境声处备変复外多大天失头夹好如媒子字存学它安完定实
家容密对导将小少尾层屏展属工己已布带帮幕平并序库应度建开弃式引张当录形影径待得必志忘快态性恢息意戏成我或截户
所手打执批找技把报拆拉拍拼持指按损换据掉排接控描提搜摄撤操支收改放效数整文断新方无日时明是显景智更書替最有服
期未本机权束条来板构析果某染查标树校样格档械检検模次止正此步死段每比水求没法注流测消清游源滤点然照片版牌物状
献率环现理生用由电画界留略登的盘目相省看真知短码确示离种称移程空立站端笔符等答签简算管类精系索约级纯线组终结
绘给络统维编缩缺网置群考者而能脚自致色节若英范营行表被装要见规视览解言計计认议记许论设证识词译试话询该语误说
请读调象账资赖起超跑路身转软载较辑输达过运还这进连述送适选透通速道那邮部都配采释里重量钥链锁错键镜长问间限除
隔集需面音页项须预频题飞验高
`.replace(/\s/g, ''),
)
