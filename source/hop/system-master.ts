import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Failure, failed, type Result} from '../events/failure.ts';
import {neutralise} from '../text/neutralise.ts';
import {openAskpass} from './askpass.ts';
import {answerPrompts} from './askpass-prompts.ts';
import {type Deadline, startDeadline} from './deadline.ts';
import {refusalFromWords} from './key-refusal.ts';
import type {HopPorts} from './ports.ts';
import {endOf} from './route.ts';
import {configOption} from './ssh-settings.ts';
import {type MasterOptions, type Running, runMaster} from './system-process.ts';

/** An ssh process that holds one connection, which other ssh processes share (ControlMaster). */
export type Master = {
	/** Options for an ssh process that shares the connection; the command follows them. */
	readonly shareOptions: readonly string[];
	readonly sshCommand: string;
	readonly onGone: (listener: (failure: Failure) => void) => void;
	readonly isGone: () => boolean;
	/**
	 * Returns a new path, at which an ssh process that shares the connection writes its messages. The
	 * file is deleted when the connection ends.
	 */
	readonly wordsFile: () => string;
	readonly close: () => void;
};

export async function startMaster(options: MasterOptions): Promise<Result<Master>> {
	const {settings, ports, signal} = options;
	// Only this user may enter: access to the control socket is access to the login.
	const folder = mkdtempSync(join(tmpdir(), 'atui-ssh-'));
	const deadline = startDeadline(settings.connectTimeoutMs ?? options.options.connectTimeoutMs, {
		clock: ports.clock,
		signal,
	});
	const account = `${settings.user}@${settings.hostName}`;
	const dismissal = new AbortController();
	const askpass = await openAskpass(folder, asking(options, {account, deadline, dismissal}));
	const running = runMaster(options, {folder, askpass});
	const isUp = await untilUp(running, {
		folder,
		ports,
		signal: AbortSignal.any([deadline.signal, dismissal.signal]),
	});
	deadline.cancel();
	if (isUp) {
		askpass.close();
		return {ok: true, value: masterOf(running, {options, folder})};
	}
	const wasGone = running.isGone();
	running.end();
	// Keep the askpass helper until ssh has ended: ssh takes a helper's exit for an empty password.
	await Promise.race([running.exited, ports.clock.sleep(endDeadlineMs)]);
	askpass.close();
	rmSync(folder, {recursive: true, force: true});
	if (dismissal.signal.aborted) {
		const message = `${account} did not let us in: a question was not answered`;
		return {ok: false, failure: failed('unauthorized', message)};
	}
	const refusal = wasGone ? refusalFromWords(running.lastWords()) : null;
	if (refusal !== null) {
		ports.onKeyRefused?.(options.target.host, refusal);
	}
	return {
		ok: false,
		failure: wasGone ? failureFrom(running.lastWords(), account) : endOf(deadline, account),
	};
}

/**
 * Asks the user ssh's questions. If the user dismisses one, the connection ends and no answer is
 * sent.
 */
function asking(
	{target, settings, ports}: MasterOptions,
	{account, deadline, dismissal}: {account: string; deadline: Deadline; dismissal: AbortController},
): Parameters<typeof openAskpass>[1] {
	const {port, jumps} = settings;
	const way = jumps.length === 0 ? '' : `, through ${jumps.map(({name}) => name).join(', ')}`;
	const answer = answerPrompts(target.host, {
		ports,
		where: `${target.host}: ${account}, port ${port}${way}`,
		account,
		file: settings.userKnownHosts[0] ?? null,
	});
	return async (prompt, gone) => {
		const signal = AbortSignal.any([gone, deadline.signal]);
		const given = await deadline.whilePaused(() => answer(prompt, signal));
		deadline.extendTo(answeredDeadlineMs);
		if (given === null && !gone.aborted) {
			dismissal.abort();
			return new Promise(() => {});
		}
		return given;
	};
}

const endDeadlineMs = 2_000;
/** The deadline after an answer: the host may itself be waiting, as for a tap on a phone. */
const answeredDeadlineMs = 90_000;

const lookAgainMs = 25;

async function untilUp(
	running: Running,
	{folder, ports, signal}: {folder: string; ports: HopPorts; signal: AbortSignal},
): Promise<boolean> {
	// ssh creates the control socket once the login is complete.
	const control = join(folder, 'control');
	while (!running.isGone() && !signal.aborted) {
		if (existsSync(control)) {
			return true;
		}
		await Promise.race([ports.clock.sleep(lookAgainMs, signal), running.ended]);
	}
	return false;
}

function masterOf(
	running: Running,
	{options, folder}: {options: MasterOptions; folder: string},
): Master {
	const listeners = new Set<(failure: Failure) => void>();
	let wordsFiles = 0;
	void running.ended.then(() => {
		rmSync(folder, {recursive: true, force: true});
		const failure = lossFrom(running.lastWords(), options);
		for (const listener of listeners) {
			listener(failure);
		}
	});
	return {
		sshCommand: options.sshCommand,
		shareOptions: [
			...configOption(options.ports),
			// If the master is gone, ssh would connect by itself; these options make it fail instead.
			...[
				'ControlMaster=no',
				`ControlPath=${join(folder, 'control')}`,
				'ProxyCommand=false',
			].flatMap(option => ['-o', option]),
			...['BatchMode=yes', 'RemoteCommand=none', 'ForwardX11=no'].flatMap(option => ['-o', option]),
		],
		onGone: listener => {
			listeners.add(listener);
		},
		isGone: running.isGone,
		wordsFile() {
			wordsFiles += 1;
			return join(folder, `words-${wordsFiles}`);
		},
		close() {
			listeners.clear();
			running.end();
		},
	};
}

/** Converts ssh's messages to the same failure as for a connection of the built-in client. */
function lossFrom(words: string, {settings}: MasterOptions): Failure {
	const {hostName, keepAliveMs, keepAliveCountMax} = settings;
	const seconds = Math.round((keepAliveMs * keepAliveCountMax) / 1000);
	return /Timeout, server .* not responding/.test(words)
		? failed('timeout', `${hostName} has not answered for ${seconds} s`)
		: failed('unreachable', `The connection to ${hostName} was lost: ${lastLine(words)}`);
}

function failureFrom(words: string, account: string): Failure {
	const line = lastLine(words);
	const said = (kind: 'denied' | 'unauthorized' | 'unreachable') =>
		failed(kind, `${account}: ssh says: ${line}`, neutralise(words));
	if (/HOST IDENTIFICATION HAS CHANGED|Host key verification failed|REVOKED/i.test(words)) {
		return said('denied');
	}
	return /Permission denied|Too many authentication/i.test(words)
		? said('unauthorized')
		: said('unreachable');
}

function lastLine(words: string): string {
	return neutralise(words.trim().split('\n').at(-1)?.trim() ?? '') || 'nothing';
}
