import type {Event} from '../events/event.ts';
import type {PermissionRule, Permissions} from '../events/settings.ts';
import type {LiveSettings} from './live-settings.ts';

type Rules = {
	readonly settings: LiveSettings;
	readonly append: (event: Event) => void;
	readonly permissions: () => Permissions;
};

/**
 * From a card, or from a command. Once it stands in the settings it counts only as long as it does
 * so; where it can't be stored it is a rule of this session, until that is left or it is taken back.
 */
export async function saveRule(rules: Rules, rule: PermissionRule): Promise<boolean> {
	const {settings, append, permissions} = rules;
	const done = await settings.addRule(rule);
	if (done.ok) {
		permissions();
		append({type: 'rule.dropped', rule});
	} else {
		const text = `The rule could not be stored. ${done.failure.message}`;
		append({type: 'notice.shown', level: 'warn', text});
	}
	return done.ok;
}

export async function addRule(rules: Rules, rule: PermissionRule): Promise<void> {
	if (await saveRule(rules, rule)) {
		const text = `From now on: ${rule.then} ${rule.scope} ${rule.match}`;
		rules.append({type: 'notice.shown', level: 'info', text});
	}
}

/** Out of the session at once, whatever comes of the file: who takes back a yes waits for nothing. */
export async function removeRule(rules: Rules, rule: PermissionRule): Promise<void> {
	const {settings, append, permissions} = rules;
	append({type: 'rule.dropped', rule});
	const done = await settings.removeRule(rule);
	permissions();
	const text = done.ok
		? `Taken out: ${rule.then} ${rule.scope} ${rule.match}`
		: `The rule still stands in the settings. ${done.failure.message}`;
	append({type: 'notice.shown', level: done.ok ? 'info' : 'warn', text});
}
