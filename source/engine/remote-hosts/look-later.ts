import {basename} from 'node:path/posix';
import type {Failure} from '../../events/failure.ts';
import type {HostId} from '../../events/ids.ts';
import type {FileOutcome} from '../../events/tool-event.ts';
import type {Files} from '../../platform/files.ts';
import type {FileInDoubt} from '../../state/hops.ts';
import {namedShort} from '../../text/no-contact.ts';
import {digestOf} from '../../tools/digest.ts';
import {type AskLater, againMs, isOther, type LaterAsk, untilBack} from './ask-later.ts';

/** Finds out whether a file was written on a host that did not confirm it. */
export const lookLater: AskLater = async ask => {
	const {store, host, clock, closing} = ask;
	const doubt = store.state().hops.inDoubt.find(one => one.host === host);
	if (!doubt) {
		return null;
	}
	if (isOther(doubt.facts, ask)) {
		tell(ask, doubt, null);
		return true;
	}
	let found = await look(ask, doubt);
	if (found === 'old') {
		// The file has its old content. Look once more, as the write may still wait in the host's
		// input.
		await clock.sleep(againMs, closing).catch(() => {});
		found = await look(ask, doubt);
	}
	await untilBack(ask);
	if (closing.aborted || found === 'unanswered') {
		return false;
	}
	tell(ask, doubt, found);
	return true;
};

const fileBytesMax = 67_108_864;

async function look(
	{place: {files}, closing}: LaterAsk,
	{change, before}: FileInDoubt,
): Promise<FileOutcome | 'unanswered'> {
	try {
		const digest = await digestNow(files, {path: change.path, closing});
		if (digest === change.digest) {
			return 'new';
		}
		return digest === before ? 'old' : 'other';
	} catch (error) {
		return (error as {failure?: Failure}).failure ? 'unanswered' : null;
	}
}

async function digestNow(
	files: Files,
	{path, closing}: {path: string; closing: AbortSignal},
): Promise<string | null | undefined> {
	try {
		const read = await files.read(path, {bytesMax: fileBytesMax, signal: closing});
		// If the path is no file any more, or the file is too large, its content is neither old nor
		// new.
		return read.type === 'bytes' ? digestOf(read.bytes) : undefined;
	} catch (error) {
		if ((error as {code?: string}).code === 'ENOENT') {
			return null;
		}
		throw error;
	}
}

function tell({append, host}: LaterAsk, {change}: FileInDoubt, found: FileOutcome): void {
	const {id, call, path} = change;
	append({type: 'file.confirmed', change: id, call, host, path, found});
	if (found === 'new') {
		append({type: 'file.changed', change});
	}
	append({
		type: 'notice.shown',
		level: 'warn',
		text: words(path, {host, found}),
	});
}

/** Returns a short text, because a notice has one row. The call's card shows the whole path. */
function words(path: string, {host, found}: {host: HostId; found: FileOutcome}): string {
	const name = namedShort(basename(path));
	switch (found) {
		case 'new':
			return `${name} was written on ${host} after all; /undo brings the old one back.`;
		case 'old':
			return `${name} on ${host} is as it was before: nothing was written.`;
		case 'other':
			return `${name} on ${host} holds neither the old nor the new content; look at it.`;
		case null:
			return `Whether ${name} was written on ${host} can't be seen any more; look yourself.`;
	}
}
