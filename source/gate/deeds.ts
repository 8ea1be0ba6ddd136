import {nameOf} from './shell/names.ts';
import type {Place} from './shell/places.ts';
import {type Deed, deedsOf as deedsToFolders} from './shell/removals.ts';
import type {Script, SimpleCommand, Word} from './shell/script.ts';

/**
 * Something that a command does, however it is written. A built-in rule asks about it or denies it.
 */
export type AnyDeed = {
	readonly act: Deed['act'] | 'delete records' | 'change a device' | 'end';
	readonly extent: Deed['extent'];
};

export function allDeedsOf(script: Script, place: Place): readonly AnyDeed[] {
	return [...deedsToFolders(script, place), ...script.commands.flatMap(otherDeedOf)];
}

function otherDeedOf({words: [first, ...rest]}: SimpleCommand): readonly AnyDeed[] {
	const name = nameOf(first).toLowerCase();
	const options = rest.map(({text}) => text).filter(text => text.startsWith('-'));
	if (deletesRecords[name]?.(options)) {
		return [{act: 'delete records', extent: 'some'}];
	}
	if (name === 'kill' && endsEverything(rest)) {
		return [{act: 'end', extent: 'everything'}];
	}
	return changedBy[name]?.(operandsOf(rest)).some(({text}) => device.test(text))
		? [{act: 'change a device', extent: 'some'}]
		: [];
}

/**
 * In `kill -9 -1`, the `-1` means every process. As the first word, `-1` is the number of a signal.
 */
function endsEverything(rest: readonly Word[]): boolean {
	return rest.some(({text}, index) => index > 0 && /^-0*1$/.test(text));
}

function operandsOf(rest: readonly Word[]): readonly Word[] {
	return rest.filter(({text}) => !/^-./.test(text));
}

/** The programs that delete records, and with which options. Long options may be abbreviated. */
const deletesRecords: Readonly<Record<string, (options: readonly string[]) => boolean>> = {
	__proto__: null as never,
	journalctl: options => options.some(text => /^--va/.test(text)),
	crontab: options => options.some(text => /^-[a-z]*r/.test(text)),
};

/**
 * Devices that need no question when something is written to them, since it is lost or shown. Only
 * a change of the device file itself asks.
 */
const device = /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|fd\/\d+)$/;

const all = (operands: readonly Word[]) => operands;
const allButFirst = (operands: readonly Word[]) => operands.slice(1);
const last = (operands: readonly Word[]) => operands.slice(1).slice(-1);

/**
 * Programs that change or replace a file instead of writing to it, with the operands they change.
 */
const changedBy: Readonly<Record<string, (operands: readonly Word[]) => readonly Word[]>> = {
	__proto__: null as never,
	chmod: all,
	chown: allButFirst,
	chgrp: allButFirst,
	setfacl: all,
	chattr: all,
	mv: all,
	ln: last,
	install: last,
	rsync: last,
};
