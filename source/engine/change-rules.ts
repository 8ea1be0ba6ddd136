import type {Event} from '../events/event.ts';
import type {PermissionRule, Permissions} from '../events/settings.ts';
import type {LiveSettings} from './live-settings.ts';

type Rules = {
	readonly settings: LiveSettings;
	readonly append: (event: Event) => void;
	readonly permissions: () => Permissions;
};

/**
 * Adds a rule that comes from a card or a command. A rule in the settings file applies as long as
 * it stays there. If the file can't be written, the rule applies to this session only.
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

/**
 * Removes the rule from the session at once, before the settings file is written: revoking a
 * permission must not wait for the disk, nor fail with it.
 */
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
