import {resolve} from 'node:path';
import type {FrontEndIntent} from '../../engine/engine-ports.ts';
import {assertNever} from '../../events/assert-never.ts';
import type {SessionId} from '../../events/ids.ts';
import type {PermissionRule} from '../../events/settings.ts';
import {runBriefly} from '../../platform/exec.ts';
import {exportSession} from '../../storage/export-session.ts';
import {forkSession} from '../../storage/fork-session.ts';
import {
	deleteSession,
	findSession,
	listSessions,
	type SessionSummary,
} from '../../storage/sessions.ts';
import {setSetting} from '../../storage/set-setting.ts';
import {readSettings} from '../../storage/settings.ts';
import {settingsPicker} from '../../view/monitor/settings-picker.ts';
import type {FrontEndPorts, Way} from './screen-session.ts';

type Ports = FrontEndPorts & {readonly leave: (way: Way) => void};

/** The wishes that only the screen's front end can fulfil. */
export function performFrontEnd(intent: FrontEndIntent, ports: Ports): void {
	switch (intent.type) {
		case 'quit':
			return ports.leave({type: 'quit', exitCode: 0, words: ''});
		case 'open-session':
			return openOther(ports, intent.session);
		case 'list-sessions':
			return showSessions(ports);
		case 'fork-session':
			return fork(ports);
		case 'delete-session':
			return deleteOther(ports, intent);
		case 'export-session':
			return exportTo(ports, resolve(intent.path));
		case 'save-setting':
			void saveSetting(ports, intent);
			return;
		case 'save-rule':
			void saveRule(ports, intent.rule);
			return;
		case 'run-doctor':
			void showDoctor(ports);
			return;
		case 'show-diff':
			void showDiff(ports);
			return;
		default:
			return assertNever(intent);
	}
}

/** Looks first: a slip of the fingers must not end the session that is open. */
function openOther({engine, folders, leave}: Ports, wanted: SessionId | null): void {
	if (wanted === null) {
		return leave({type: 'open', session: null, prompt: ''});
	}
	const found = findSession(folders.state, wanted);
	if (!found.ok) {
		return engine.dispatch({type: 'notify', level: 'error', text: found.failure.message});
	}
	const summary = listSessions(folders.state).find(other => other.id === found.value);
	if (summary?.state === 'open') {
		const text = 'That session is open already, here or in another window.';
		return engine.dispatch({type: 'notify', level: 'error', text});
	}
	leave({type: 'open', session: found.value, prompt: ''});
}

const sessionsShownMax = 100;

function showSessions({engine, folders, session}: Ports): void {
	const items = listSessions(folders.state)
		.slice(0, sessionsShownMax)
		.map(summary => ({
			label: summary.title,
			detail: detailOf(summary, session),
			intent: {type: 'open-session', session: summary.id} as const,
		}));
	engine.dispatch(
		items.length === 0
			? {type: 'notify', level: 'info', text: 'There is no earlier session yet.'}
			: {type: 'open-overlay', overlay: {type: 'picker', title: 'Sessions', items}},
	);
}

function detailOf(summary: SessionSummary, own: SessionId): string {
	return [
		new Date(summary.updatedAt).toLocaleString(),
		summary.id === own ? 'this one' : summary.state === 'open' ? 'open elsewhere' : '',
		summary.waiting > 0 ? `${summary.waiting} waiting` : '',
	]
		.filter(part => part !== '')
		.join('  ');
}

/** Which one, then whether that is meant: what is deleted can't be brought back. */
function deleteOther(
	{engine, folders, session}: Ports,
	{session: wanted, isSure}: Extract<FrontEndIntent, {type: 'delete-session'}>,
): void {
	const others = listSessions(folders.state).filter(({state}) => state !== 'open');
	const chosen = others.find(({id}) => id === wanted);
	if (chosen && isSure) {
		const done = deleteSession(folders.state, chosen.id);
		const text = done.ok ? `Session "${chosen.title}" is deleted.` : done.failure.message;
		return engine.dispatch({type: 'notify', level: done.ok ? 'info' : 'error', text});
	}
	const intent = {type: 'delete-session', isSure: chosen !== undefined} as const;
	const all = others.slice(0, sessionsShownMax).map(summary => ({
		label: summary.title,
		detail: detailOf(summary, session),
		intent: {...intent, session: summary.id},
	}));
	const question = chosen && [
		{label: 'No, keep it', detail: '', intent: {type: 'close-overlay'} as const},
		{
			label: 'Yes, delete it with its journal',
			detail: detailOf(chosen, session),
			intent: {...intent, session: chosen.id},
		},
	];
	const title = chosen ? `Delete "${chosen.title}"?` : 'Delete which session?';
	engine.dispatch(
		all.length === 0
			? {type: 'notify', level: 'info', text: 'There is no other session that could be deleted.'}
			: {type: 'open-overlay', overlay: {type: 'picker', title, items: question ?? all}},
	);
}

function fork({engine, folders, session, booted, leave}: Ports): void {
	const copy = forkSession({folder: folders.state, session, clock: booted.clock});
	if (copy.ok) {
		leave({type: 'open', session: copy.value, prompt: ''});
	} else {
		engine.dispatch({type: 'notify', level: 'error', text: copy.failure.message});
	}
}

function exportTo({engine, redactor}: Ports, path: string): void {
	const done = exportSession(engine.store.state(), {path, redactor});
	engine.dispatch(
		done.ok
			? {type: 'notify', level: 'info', text: `Written to ${path}`}
			: {type: 'notify', level: 'error', text: done.failure.message},
	);
}

async function saveSetting(
	{engine, folders, watchSettings}: Ports,
	{key, value, reopens}: Extract<FrontEndIntent, {type: 'save-setting'}>,
): Promise<void> {
	const done = await setSetting({
		folder: folders.config,
		key,
		text: value,
	});
	if (!done.ok) {
		engine.dispatch({type: 'notify', level: 'error', text: done.failure.message});
	} else if (key.startsWith('monitoring.')) {
		watchSettings.change(readSettings(folders.config).settings.monitoring);
		engine.dispatch({type: 'notify', level: 'info', text: `${key} is ${value} from now on.`});
		if (reopens !== undefined) {
			const overlay = settingsPicker(watchSettings.now(), reopens);
			engine.dispatch({type: 'open-overlay', overlay});
		}
	}
}

/** Added to what the file holds now: another program may have written there since. */
async function saveRule(ports: Ports, rule: PermissionRule): Promise<void> {
	const {rules} = readSettings(ports.folders.config).settings.permissions;
	await saveSetting(ports, {
		type: 'save-setting',
		key: 'permissions.rules',
		value: JSON.stringify([...rules, rule]),
	});
}

async function showDoctor({engine}: Ports): Promise<void> {
	engine.dispatch({type: 'notify', level: 'info', text: 'Looking around…'});
	const [{runChecks}, {systemFront}] = await Promise.all([
		import('../../cli/doctor.ts'),
		import('../../cli/front.ts'),
	]);
	const checks = await runChecks(systemFront(), {online: false});
	const lines = checks.flatMap(({name, status, message, hint}) => [
		`${status.padEnd(5)} ${name}: ${message}`,
		...(hint === undefined ? [] : [`      to do: ${hint}`]),
	]);
	engine.dispatch({type: 'open-overlay', overlay: {type: 'text', title: 'Doctor', lines}});
}

const diffTimeoutMs = 10_000;

async function showDiff({engine}: Ports): Promise<void> {
	const ran = await runBriefly('git', ['diff', '--no-color', '--no-ext-diff', 'HEAD'], {
		timeoutMs: diffTimeoutMs,
		env: process.env,
	});
	const patch = ran.status === 'ended' && ran.exitCode === 0 ? ran.output : null;
	engine.dispatch(
		patch
			? {
					type: 'open-overlay',
					overlay: {type: 'diff', title: 'Changes since the last commit', patch},
				}
			: {
					type: 'notify',
					level: 'info',
					text:
						patch === ''
							? 'Nothing has changed since the last commit.'
							: 'This folder is in no git repository with a commit, or git could not say.',
				},
	);
}
