import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {journalPath} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {openPlace, type Place} from './agent.ts';
import {startUpstream, type Upstream} from './scripted-upstream.ts';

/** A place whose only provider is an upstream that the test speaks for. */
export async function openScriptedPlace({
	files,
	...settings
}: object & {readonly files?: Readonly<Record<string, string>>} = {}): Promise<{
	readonly place: Place;
	readonly upstream: Upstream;
}> {
	const upstream = await startUpstream();
	onTestFinished(() => upstream.close());
	const provider = {name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl};
	const providers = [{...provider, models: ['scripted']}];
	return {upstream, place: openPlace({settings: {providers, ...settings}, ...(files && {files})})};
}

/** What was written down of the only session of this place. */
export function journalOf({home}: Place): readonly Stamped[] {
	const [session] = readdirSync(join(home, 'sessions'));
	return readJournal(journalPath(home, session!)).events;
}
