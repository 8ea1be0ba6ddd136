import {describe, expect, it} from 'vitest';
import {defaultFrontEndSettings, type FrontEndSettings} from '../../../source/events/settings.ts';
import {settingsPicker} from '../../../source/view/monitor/settings-picker.ts';

function entry(label: string, changed: Partial<FrontEndSettings> = {}) {
	const settings = {...defaultFrontEndSettings, ...changed};
	const overlay = settingsPicker(settings);
	const items = overlay.type === 'picker' ? overlay.items : [];
	return items.find(item => item.label.startsWith(label));
}

describe('the settings of the watchdog', () => {
	it('change one thing each, and are shown again at the same entry', () => {
		expect(entry('rules')).toMatchObject({
			label: 'rules: on',
			intent: {type: 'save-setting', key: 'monitoring.tier1', value: 'false', reopens: 1},
		});
		expect(settingsPicker(defaultFrontEndSettings, 1)).toMatchObject({selected: 1});
	});

	it.each([
		[2000, '5000'],
		[5000, '10000'],
		[7000, '10000'],
		[30_000, '2000'],
		[60_000, '2000'],
	])('go from one interval to the next: %i', (interval, value) => {
		expect(entry('time between', {'monitoring.healthIntervalMs': interval})).toMatchObject({
			intent: {value},
		});
	});

	it('leave to the composer what has to be typed', () => {
		expect(entry('its provider')).toMatchObject({
			label: 'its provider: none',
			intent: {type: 'compose', text: '/monitor provider '},
		});
	});

	it('say how much is told', () => {
		expect(entry('tell of')).toMatchObject({
			label: 'tell of: what matters',
			intent: {value: 'all'},
		});
	});
});
