import {constants} from 'node:os';
import type {Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Exit} from '../terminal/transport.ts';
import {createHiddenMarks} from './hidden-marks.ts';
import type {Link, LinkChannel} from './link.ts';
import {createPtyInput} from './pty-input.ts';
import {lineForAnyShell} from './quote.ts';
import {createMarkerScan, type Nonce, newNonce} from './run-marker.ts';
import {announcement} from './run-script.ts';
import {type TmuxPlace, tmux} from './tmux-start.ts';

/**
 * Reads the output of a tmux session from a given byte on and sends commands to it, over one link.
 */
export type TmuxFollower = {
	/** Sends a tmux command. Returns false if too many are queued. */
	readonly command: (text: string) => boolean;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Resolves to null if the link was lost or this was closed; the session may still run. */
	readonly ended: Promise<TmuxEnd | null>;
	readonly close: () => void;
};

export type TmuxEnd = {
	readonly exit: Exit;
	/** False if it is unknown whether the log on the host holds all output. */
	readonly isWhole: boolean;
};

const openMsMax = 30_000;

type Following = {
	readonly place: TmuxPlace;
	/** The number of bytes that were already read, over earlier links. */
	readonly from: number;
	readonly clock: Clock;
	readonly onBytes: (bytes: Uint8Array) => void;
};

export async function followTmux(link: Link, following: Following): Promise<Result<TmuxFollower>> {
	const {place, from, clock} = following;
	const nonce = newNonce();
	const command = lineForAnyShell(announcement + followScript, [
		...nonce.halves,
		place.name,
		place.folder,
		String(from + 1),
	]);
	const deadline = new AbortController();
	const timer = clock.after(openMsMax, () => deadline.abort());
	const opened = await link.open({command}, deadline.signal);
	timer.cancel();
	return opened.ok
		? {ok: true, value: followerOf(link, {channel: opened.value, nonce, following})}
		: opened;
}

function followerOf(
	link: Link,
	{channel, nonce, following}: {channel: LinkChannel; nonce: Nonce; following: Following},
): TmuxFollower {
	const {promise: ended, resolve: end} = Promise.withResolvers<TmuxEnd | null>();
	const input = createPtyInput(channel);
	listen(channel, {
		nonce,
		following,
		onEnd(how) {
			input.push(Buffer.from('seen\n'));
			end(how);
		},
	});
	const unhear = link.onLost(() => end(null));
	void channel.ended.then(() => end(null));
	void ended.then(() => {
		unhear();
		input.close();
		channel.close();
	});
	return {
		command: text => input.push(Buffer.from(`${text}\n`)),
		pause: () => channel.stdout.pause(),
		resume: () => channel.stdout.resume(),
		ended,
		close: () => end(null),
	};
}

/** Reports the end once every byte of the log has arrived. */
function listen(
	channel: LinkChannel,
	{
		nonce,
		following: {place, from, onBytes},
		onEnd,
	}: {nonce: Nonce; following: Following; onEnd: (end: TmuxEnd) => void},
): void {
	const output = afterMarker(createMarkerScan(nonce));
	const errors = afterMarker(createMarkerScan(nonce));
	let isMarked = false;
	const log = createHiddenMarks(place.mark, () => {
		isMarked = true;
		return 'end';
	});
	let known = from;
	let said = '';
	let death: Death | null = null;
	const endWhenAllIsHere = (): void => {
		if (death !== null && (isMarked || (!death.isWhole && known + log.held() >= death.size))) {
			onEnd(death);
		}
	};
	channel.stdout.on('data', (bytes: Uint8Array) => {
		const rest = log.push(output(bytes));
		if (rest.length > 0) {
			known += rest.length;
			onBytes(rest);
		}
		endWhenAllIsHere();
	});
	channel.stderr.on('data', (bytes: Uint8Array) => {
		said = (said + errors(bytes).toString('latin1')).slice(-saidLengthMax);
		death ??= readDeath(said);
		endWhenAllIsHere();
	});
	channel.stdout.on('error', () => {});
	channel.stderr.on('error', () => {});
}

const saidLengthMax = 4096;

function afterMarker(scan: ReturnType<typeof createMarkerScan>): (bytes: Uint8Array) => Buffer {
	let isBehind = false;
	return bytes => {
		if (isBehind) {
			return Buffer.from(bytes);
		}
		const found = scan.push(bytes);
		isBehind = found !== null;
		return found?.rest ?? Buffer.alloc(0);
	};
}

type Death = TmuxEnd & {readonly size: number};

/**
 * Parses `died status,signal size short`. Either the status or the signal is empty; `short` is
 * present only if the log lacks output.
 */
function readDeath(said: string): Death | null {
	const found = /^died (\d*),(\w*) +(\d+) (short)?$/m.exec(said);
	if (!found) {
		return null;
	}
	const [, status = '', signal = '', size, short] = found;
	return {size: Number(size), exit: exitOf(status, signal), isWhole: short === undefined};
}

function exitOf(status: string, signal: string): Exit {
	if (signal !== '' && signal !== '0') {
		return killedBy(signal);
	}
	return status === ''
		? {exitCode: null, signal: null, lost: 'tmux there does not know how it ended'}
		: {exitCode: Number(status), signal: null};
}

function killedBy(signal: string): Exit {
	const number = /^\d+$/.test(signal)
		? Number(signal)
		: constants.signals[`SIG${signal.replace(/^SIG/i, '').toUpperCase()}` as NodeJS.Signals];
	const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
	return {exitCode: 128 + (number ?? 0), signal: name ?? `SIG${signal}`};
}

/**
 * The script that follows a session on the host. It prints the log from a given byte on, passes our
 * tmux commands in, and reports the end of the session with the final length of the log. All helper
 * processes end when our side closes. The word `seen` means that our side knows the end: the folder
 * is then removed. This shell reads the word itself, because a tmux that is ending would lose it.
 */
const followScript = `name=$1 log=$2/log
exec 3<&0
tail -c +"$3" -f "$log" 2>/dev/null </dev/null &
tail -c +1 -f "$2/died" >&2 2>/dev/null </dev/null &
# tmux does not always run the hook that tells of the end. A tmux that can't answer says nothing of
# the program; told to hang up with us while it asks, it prints nothing and ends as if all were well.
# So only words in an answer count; 'dead=' is what it prints where there is no such session. After
# our side has gone, one look is the last.
{
	trap '' HUP
	while [ ! -s "$2/died" ] && [ -d "$2" ] && kill -0 $$; do
		sleep 2
		case $(${tmux} display-message -p -t "=$name:" 'dead=#{pane_dead}' 2>&1) in
		dead=1 | dead= | 'no server running '* | *'(No such file or directory)' | *'(Connection refused)')
			sh "$2/ended"
			;;
		esac
	done
} </dev/null >/dev/null 2>&1 &
{
	trap '' PIPE
	while read -r word <&3; do
		[ "$word" != seen ] || { rm -rf -- "$2"; break; }
		printf '%s\\n' "$word" || [ -s "$2/died" ] || break
	done
} 2>/dev/null | {
	${tmux} -C attach-session -f no-output,ignore-size -t "=$name" >/dev/null 2>&1
	# Only our client has ended: no key may be read for it any more.
	${tmux} has-session -t "=$name" 2>/dev/null && kill -HUP 0
}
# The session has ended, or our side has gone.
kill -HUP 0`;
