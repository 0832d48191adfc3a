import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { LineReading } from './read-line.ts'

/** Commands that cannot do their work without what the reason names. */
const commandsByReason: Readonly<Record<string, string>> = {
  'needs the network':
    'curl wget ssh scp sftp rsync-ssl ssh-copy-id ssh-keyscan ping traceroute dig host nslookup nc telnet ftp whois socat apt-get apt aptitude psql pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser vacuumdb reindexdb clusterdb pg_basebackup pg_isready pg_receivewal pg_recvlogical mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlslap mariadb mariadb-dump mariadb-admin mariadb-import mariadb-slap redis-cli redis-benchmark rabbitmqadmin mosquitto_pub mosquitto_sub mosquitto_rr amqp-publish amqp-consume amqp-get',
  'needs an account': 'gcloud gsutil bq kubectl docker aws az gh',
  'needs root':
    'sudo su doas mount umount chroot useradd usermod userdel groupadd adduser passwd visudo systemctl modprobe insmod iptables ip ifconfig sysctl losetup swapon swapoff fdisk parted mkfs mkswap update-grub dmesg dpkg-divert update-alternatives dpkg-statoverride',
  'needs a terminal':
    'vi vim vimdiff view nano emacs ed-screen less more most top htop tmux screen watch script reset dialog whiptail xterm wish xmessage xev xprop xfd xkill xwininfo minicom mc mutt tload slabtop',
  'destroys the machine': 'shutdown reboot halt poweroff init telinit',
}
const reasonsByCommand = new Map(
  Object.entries(commandsByReason).flatMap(([reason, names]) =>
    names.split(' ').map((name) => [name, reason] as const),
  ),
)

const templatePattern =
  /<[A-Za-z][\w -]*>|(?:^|[\s\w])\.\.\.(?:\s|$)|\S\.\.\.(?:\s|$)|…|\[-|\[\s*[A-Z_]{2,}|\[(?:options?|args?|file|command)\b|(?:^|\s)[A-Z]{3,}(?:\s[A-Z]{3,})+(?:\s|$)/
const remotePattern =
  /\b(?:https?|ftps?|sftp|ssh|git|rsync|ldap|amqps?|mqtt|jdbc:\w+):\/\/|\b[\w.-]+@[\w.-]+:|\bgs:\/\/|\bs3:\/\//
const remoteVerbs =
  /\b(?:git (?:clone|fetch|pull|push|ls-remote|remote update)|(?:pip3?|npm|cpan) install|npm (?:publish|login))\b/
const hardwarePattern =
  /\/dev\/(?!null\b|stdin\b|stdout\b|stderr\b|fd\/|zero\b|u?random\b|tty\b|shm\b|full\b)\w|\/proc\/(?:bus|sys|kcore)|\/sys\//
const destroyPattern =
  /\brm\s+-\w*[rf]\w*\s+(?:--no-preserve-root\s+)?\/(?:\s|$|\*)|\bkill\s+(?:-\w+\s+)*-1\b|:\(\)\s*\{/

/** Returns why a line cannot be part of the sample, from its text alone. */
export function reasonToLeaveOut(
  line: string,
  reading: LineReading,
  isComplete: boolean,
): string | undefined {
  if (templatePattern.test(line)) return 'is a template with placeholders'
  if (!isComplete || spawnSync('bash', ['-n', '-c', line]).status !== 0) return 'is not valid for bash'
  if (destroyPattern.test(line)) return 'destroys the machine'
  if (remotePattern.test(line) || remoteVerbs.test(line)) return 'needs the network'
  if (hardwarePattern.test(line)) return 'needs hardware'
  if (/\/dev\/tty\b/.test(line)) return 'needs a terminal'
  for (const { text, place } of reading.words) {
    const reason = place === 0 ? reasonsByCommand.get(text.replace(/^.*\//, '')) : undefined
    if (reason) return reason
  }
  return reading.words.some(({ text }) => isAbsentPath(text)) ? 'names an absent absolute path' : undefined
}

/** A path outside the folder of the line can get no fixture, and nothing may be written there. */
function isAbsentPath(text: string): boolean {
  const value = /^(?:-[\w-]*=?|\w+=)?(\/[\w.+-]+(?:\/[\w.+*?-]*)*)$/.exec(text)?.[1]
  if (!value || /^\/dev\//.test(value)) return false
  return /^\/(?:tmp|home|root|work)\b/.test(value) || !existsSync(value.replace(/[^/]*[*?].*$/, ''))
}

const reasonsByMessage: readonly [pattern: RegExp, reason: string][] = [
  [
    /name resolution|resolve host|Network is unreachable|Connection refused|getaddrinfo|Can't connect to|could not connect|Unable to connect/i,
    'needs the network',
  ],
  [
    /cannot open display|Can't open display|not a (?:tty|terminal)|TERM environment|Inappropriate ioctl|no display|unknown terminal|No value for \$TERM|terminal (?:settings|attributes)/i,
    'needs a terminal',
  ],
  [
    /Operation not permitted|must be (?:run (?:as|by) )?(?:the )?(?:super)?(?:root|user)\b|superuser|only root|requires root|are you root|Permission denied|not privileged|run as root/i,
    'needs root',
  ],
  [
    /System has not been booted with systemd|Failed to connect to bus|D-Bus|system_bus_socket/i,
    'needs a running system service',
  ],
]

const missingPattern =
  /command not found$|couldn't exec|can't find (?:macro file|'DESC' file)|Can't locate \S+\.pm|ModuleNotFoundError|ERR_MODULE_NOT_FOUND/m

/** Returns why a line is left out after it ran, from its status and its messages; of a failure, also from its output. */
export function reasonByOutcome(status: number, stderr: string, stdout: string): string | undefined {
  const messages = status === 0 ? stderr : `${stderr}\n${stdout.slice(0, 2000)}`
  if (status === 127 || missingPattern.test(messages)) return 'needs a program that is not installed'
  return reasonsByMessage.find(([pattern]) => pattern.test(messages))?.[1]
}
