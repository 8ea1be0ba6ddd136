import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect} from 'vitest';
import type {Place} from './agent.ts';
import {journalOf, openScriptedPlace} from './scripted-place.ts';
import type {Asked, Upstream} from './scripted-upstream.ts';
import type {LabServer, SshLab} from './ssh-lab.ts';

/** A place whose `~/.ssh/config` knows the servers of a lab; no other home is ever looked at. */
export async function openHopPlace(
	lab: SshLab,
	settings: object = {},
): Promise<{readonly place: Place; readonly upstream: Upstream}> {
	const opened = await openScriptedPlace(settings);
	const folder = join(opened.place.home, '.ssh');
	mkdirSync(folder, {mode: 0o700});
	cpSync(lab.configFile, join(folder, 'config'));
	return opened;
}

/** Files in the home of a server. */
export function writeThere({home}: LabServer, files: Readonly<Record<string, string>>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(home, path)), {recursive: true});
		writeFileSync(join(home, path), text);
	}
}

export function readThere({home}: LabServer, path: string): string {
	return readFileSync(join(home, path), 'utf8');
}

export type Wish = {readonly name: string; readonly input: object};

/** The model asks for these calls at once. */
export function wishFor(asked: Asked, wishes: readonly Wish[], from = 0): void {
	for (const [index, {name, input}] of wishes.entries()) {
		asked.call({id: `c${from + index}`, index, name, arguments: JSON.stringify(input)});
	}
	asked.finish({reason: 'tool_calls'});
}

/** What the model was told of a call, by its id. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export function resultOf({body}: Asked, id: string): any {
	const message = body.messages.findLast(
		(one: {role: string; tool_call_id?: string}) => one.role === 'tool' && one.tool_call_id === id,
	);
	return JSON.parse(message?.content ?? 'null');
}

export function answerWith(asked: Asked, text: string): void {
	asked.say(text);
	asked.finish();
}

/** A notice can stand where the status line says what is at work; the journal knows. */
export async function turnEnded(place: Place): Promise<void> {
	const isTurn = ({type}: {type: string}) => type === 'turn.started' || type === 'turn.ended';
	await expect.poll(() => journalOf(place).findLast(isTurn)?.type).toBe('turn.ended');
}
