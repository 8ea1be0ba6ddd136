/**
 * Shell code that reads the remote process table. It forks as little as possible. Each row holds
 * pid, parent, group, session, start, state and foreground group.
 */
const processTable = `table() {
	if [ -r /proc/self/stat ]; then
		for f in /proc/[0-9]*/stat; do
			{ read -r l <"$f"; } 2>/dev/null || continue
			f=\${f#/proc/}
			set -- \${l##*) }
			echo "\${f%/stat} $2 $3 $4 \${20} $1 $6"
		done
	else
		ps -A -o pid= -o ppid= -o pgid= -o state= | while read -r p q g z; do
			echo "$p $q $g $g 0 $z -1"
		done
	fi
}`;

/**
 * `collect` stores the leader's descendants in `found`, as `pid/start`. It finds them by session,
 * by parent, and by the marker in their environment, which a daemon keeps after leaving both.
 */
export const collectTree = `${processTable}
root=$1 start=$2 marker=$3
marked() {
	[ -n "$marker" ] || return
	if printf 'a\\0' | grep -qzx a 2>/dev/null; then
		grep -lzxF "AGENT_TUI_SESSION=$marker" /proc/[0-9]*/environ 2>/dev/null
	else
		grep -lF "AGENT_TUI_SESSION=$marker" /proc/[0-9]*/environ 2>/dev/null
	fi
}
collect() {
	rows=$(table)
	carriers=' '
	for f in $(marked); do
		f=\${f#/proc/}
		carriers="$carriers\${f%/environ} "
	done
	session=$root
	[ "$root" -gt 0 ] || session=none
	while read -r p q g s t z f; do
		if [ "$p" = "$root" ] && [ "$t" != "$start" ]; then session=none; fi
	done <<-ROWS
		$rows
	ROWS
	found=' ' names=' ' grew=1
	while [ $grew = 1 ]; do
		grew=0
		while read -r p q g s t z f; do
			case "$names" in *" $p "*) continue ;; esac
			case "$z" in Z* | X*) continue ;; esac
			[ "$t" -ge "$start" ] 2>/dev/null || continue
			case "$carriers" in *" $p "*) s=$session ;; esac
			case "$names" in *" $q "*) s=$session ;; esac
			[ "$s" = "$session" ] || continue
			names="$names$p " found="$found$p/$t " grew=1
		done <<-ROWS
			$rows
		ROWS
	done
}`;
