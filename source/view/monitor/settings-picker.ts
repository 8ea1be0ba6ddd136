import type {FrontEndKey, FrontEndSettings} from '../../events/settings.ts';
import type {Overlay, PickerItem} from '../ui-state/overlay.ts';

type MonitoringKey = FrontEndKey extends infer Key
	? Key extends `monitoring.${infer Name}`
		? Name
		: never
	: never;

/** The watchdog's settings as a list. Choosing an entry changes its setting. */
export function settingsPicker(settings: FrontEndSettings, selected = 0): Overlay {
	const entries = [
		flag('enabled', 'watchdog'),
		flag('tier1', 'rules'),
		flag('tier2', 'known fixes'),
		flag('tier3', 'diagnosis by a model'),
		typed('provider', 'its provider'),
		typed('model', 'its model'),
		typed('budgetUsdMonth', 'its budget a month, in $'),
		flag('autoRestartProxy', 'restart the proxy by itself'),
		flag('autoSwitchProvider', 'switch providers by itself'),
		cycle('healthIntervalMs', {
			label: 'time between looks at the proxy',
			values: [2000, 5000, 10_000, 30_000],
			words: value => `${Number(value) / 1000} s`,
		}),
		typed('maxMemoryMb', 'memory of the proxy, in MB'),
		cycle('notify', {
			label: 'tell of',
			values: ['important', 'all', 'none'],
			words: value =>
				({important: 'what matters', all: 'everything', none: 'nothing'})[value] ?? '',
		}),
	];
	const items = entries.map((entry, index) => entry(settings, index));
	return {type: 'picker', title: 'Watchdog', items, selected};
}

type Entry = (settings: FrontEndSettings, index: number) => PickerItem;

function flag(key: MonitoringKey, label: string): Entry {
	return (settings, index) => {
		const isOn = settings[`monitoring.${key}`] === true;
		return {
			label: `${label}: ${isOn ? 'on' : 'off'}`,
			detail: `turn ${isOn ? 'off' : 'on'}`,
			intent: save(key, {value: String(!isOn), index}),
		};
	};
}

/**
 * An entry that changes to the next of some values. From a value in between, to the next greater
 * one.
 */
function cycle(
	key: MonitoringKey,
	{
		label,
		values,
		words,
	}: {
		label: string;
		values: readonly (string | number)[];
		words: (value: string) => string;
	},
): Entry {
	return (settings, index) => {
		const now = settings[`monitoring.${key}`];
		const at = values.indexOf(now as never);
		const next = at === -1 ? values.find(value => value > now) : values[at + 1];
		const value = String(next ?? values[0]);
		return {
			label: `${label}: ${words(String(now))}`,
			detail: `change to ${words(value)}`,
			intent: save(key, {value, index}),
		};
	};
}

function save(key: string, {value, index}: {value: string; index: number}): PickerItem['intent'] {
	return {type: 'save-setting', key: `monitoring.${key}`, value, reopens: index};
}

/** An entry whose value has to be typed: it puts a command into the composer. */
function typed(key: MonitoringKey, label: string): Entry {
	return settings => ({
		label: `${label}: ${String(settings[`monitoring.${key}`]) || 'none'}`,
		detail: 'type another',
		intent: {type: 'compose', text: `/monitor ${key} `},
	});
}
