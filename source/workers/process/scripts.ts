/**
 * Scripts that run on a worker's machine, written for the `sh` that every system has. A process is
 * identified by its pid and its start, since a pid alone may belong to another process by now. The
 * scripts read `/proc` where it exists, since small images have no `ps`.
 */

/**
 * Shell functions that all scripts share. `~/` means the home of the user who runs the script.
 * `begun PID` prints the start of a process, or nothing.
 */
const common = `was=\${LC_ALL-}; LC_ALL=C; export LC_ALL
case $1 in '~/'*) f=$HOME/\${1#??};; *) f=$1;; esac
begun() {
	if [ -r /proc/self/stat ]; then
		s=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
		s=\${s##*) }; set -- $s
		case $1 in Z|X) ;; *) printf '%s' "\${20}";; esac
	else
		case $(ps -o stat= -p "$1" 2>/dev/null) in ''|Z*) ;; *) ps -o lstart= -p "$1" | tr -s ' ' _;; esac
	fi
}
named() { [ -f "$f" ] && head -c 64 "$f" 2>/dev/null | head -n 1 | tr -d ' \\t\\r'; }
isPid() { case $1 in ''|*[!0-9]*|0*|1|???????????*) return 1;; esac; }
`;

/** `$1` is the pid file. Prints one fact per line, its name first. */
export const lookScript = `${common}
echo "now $(date +%s)"; echo "zone $(date +%z)"; echo "me $(id -u)"
[ -e "$f" ] || [ -L "$f" ] || { echo 'file none'; exit 0; }
[ -f "$f" ] || { echo 'file odd'; exit 0; }
[ -r "$f" ] || { echo 'file closed'; exit 0; }
p=$(named)
[ -n "$p" ] || { echo 'file empty'; exit 0; }
isPid "$p" || { echo 'file odd'; exit 0; }
echo "pid $p"
echo "written $(stat -c %Y "$f" 2>/dev/null || stat -f %m "$f")"
b=$(begun "$p")
if [ -z "$b" ]; then
	k=$(kill -0 "$p" 2>&1) || case $k in *ermitted*) echo 'process hidden'; exit 0;; esac
	echo 'process gone'; exit 0
fi
echo "begun $b"
if [ -r /proc/self/stat ]; then
	s=$(cat "/proc/$p/stat" 2>/dev/null); s=\${s##*) }; set -- $s
	echo "ticks \${20} $((\${12} + \${13})) $(getconf CLK_TCK 2>/dev/null || echo 100)"
	read -r up rest </proc/uptime; echo "uptime $up"
	while read -r name value rest; do
		case $name in Uid:) u=\${rest%%[!0-9]*}; echo "owner $u $(id -nu "$u" 2>/dev/null)";;
		VmRSS:) echo "memory $value";; esac
	done <"/proc/$p/status"
	echo "words $(od -An -v -tx1 "/proc/$p/cmdline" 2>/dev/null | tr -d ' \\n')"
else
	echo "memory $(ps -o rss= -p "$p")"
	echo "spent $(ps -o etime= -p "$p") $(ps -o time= -p "$p")"
	echo "owner $(ps -o uid= -p "$p") $(ps -o user= -p "$p")"
	echo "line $(ps -ww -o args= -p "$p" | od -An -v -tx1 | tr -d ' \\n')"
fi`;

/**
 * `$2` is the pid, `$3` its start, `$4` the signal or nothing. Prints `gone`, `refused` or `alive`.
 */
export const signalScript = `${common}
[ "$(begun "$2")" = "$3" ] || { echo gone; exit 0; }
[ -z "$4" ] || kill -s "$4" "$2" || { echo refused; exit 0; }
echo alive`;

/**
 * `$2`: the folder, `$3`: the log, `$4`: the pid that the pid file may still name; the command
 * follows. Its variables come through stdin, where no other user sees them. A lock lets only one
 * start proceed at a time, and nothing is started if somebody else has started the worker
 * meanwhile. The new pid file is written in the lock's folder: somebody else could have put a link
 * beside the old one, for example in /tmp.
 */
export const startScript = `${common}
unset LC_ALL AGENT_TUI_SESSION
[ -z "$was" ] || export LC_ALL="$was"
while IFS= read -r line; do export "$line" || exit 1; done
home() { case $1 in '~'|'~/'*) printf '%s' "$HOME\${1#?}";; *) printf '%s' "$1";; esac; }
cd -- "$(home "$2")" 2>/dev/null || { echo folder; exit 0; }
log=$(home "$3"); old=$4; shift 4
command -v -- "$1" >/dev/null || { echo command; exit 0; }
( : >>"$log" ) 2>/dev/null || { echo log; exit 0; }
mkdir -m 700 -- "$f.lock" 2>/dev/null || { [ -d "$f.lock" ] && echo locked || echo pidfile; exit 0; }
trap 'rm -f -- "$f.lock/pid"; rmdir -- "$f.lock"' EXIT
now=$(named)
if [ -n "$now" ] && [ "$now" != "$old" ]; then echo taken; exit 0; fi
( : >"$f.lock/pid" ) 2>/dev/null || { echo pidfile; exit 0; }
if command -v setsid >/dev/null; then setsid -- "$@" </dev/null >>"$log" 2>&1 &
else nohup "$@" </dev/null >>"$log" 2>&1 & fi
p=$!
echo "$p" >"$f.lock/pid" && mv -f -- "$f.lock/pid" "$f" || { echo "started $p unnamed"; exit 0; }
echo "started $p"`;
