import type {JsonObject} from '../events/json.ts';
import {journalPath} from '../storage/journal.ts';
import {installedRedactor} from '../storage/redact.ts';
import {sessionFolder} from '../storage/session-names.ts';
import {findSession} from '../storage/sessions.ts';
import {readSettings} from '../storage/settings.ts';
import type {CliCall, CliContext} from './context.ts';
import {type Recording, readRecording} from './replay/recording.ts';
import {type RunAgain, runAgain} from './replay/run-again.ts';
import {compare, compareStories, type Difference, storyOf} from './replay/story.ts';

/**
 * `agent-tui replay SESSION`: sends the recorded answers through proxy and engine again, without a
 * provider and without running any tool. Exit code 0 if the same events result, 1 if not.
 */
export async function runReplay({words}: CliCall, cli: CliContext): Promise<number> {
	const complain = (text: string) => cli.complain(`agent-tui: ${text}\n`);
	const [wanted = ''] = words;
	if (wanted === '') {
		complain('replay needs a session: agent-tui replay ID. See them with: agent-tui sessions');
		return 2;
	}
	const {state, config} = cli.folders;
	const found = findSession(state, wanted);
	if (!found.ok) {
		complain(found.failure.message);
		return 1;
	}
	const session = found.value;
	const read = readRecording({
		folder: sessionFolder(state, session),
		journal: journalPath(state, session),
	});
	if (!read.ok) {
		complain(read.failure.message);
		return 1;
	}
	const {settings} = readSettings(config);
	const {env} = cli;
	const redactor = installedRedactor({folder: state, env, providers: settings.providers});
	const again = await runAgain({cli, settings, redactor, recording: read.value});
	const difference = firstDifference(read.value, again);
	cli.print(difference ? telling(difference) : identical(read.value));
	return difference ? 1 : 0;
}

function firstDifference(recording: Recording, again: RunAgain): Difference | null {
	for (const [index, {body}] of recording.requests.entries()) {
		const now = again.bodies[index];
		const where = `request ${index + 1}`;
		const difference = now
			? compare(comparable(body), comparable(now), where)
			: {where, recorded: 'it was sent', now: 'it was not sent'};
		if (difference) {
			return difference;
		}
	}
	return compareStories(storyOf(recording.events), storyOf(again.events));
}

/** Leaves out the model's name: until the proxy has reported its model, the name is "default". */
function comparable({model: _, ...body}: JsonObject): unknown {
	return JSON.parse(JSON.stringify(body));
}

function telling({where, recorded, now}: Difference): string {
	return `different at ${where}\n  recorded  ${recorded}\n  now       ${now}\n`;
}

function identical({requests, events, endsEarly}: Recording): string {
	const calls = events.filter(({type}) => type === 'tool.proposed').length;
	const turns = events.filter(({type}) => type === 'turn.ended').length;
	const end = endsEarly === null ? '' : ` Replayed up to there; ${endsEarly}.`;
	return `identical: ${requests.length} requests, ${calls} calls, ${turns} turns.${end}\n`;
}
