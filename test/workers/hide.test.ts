import {expect, it} from 'vitest';
import type {WorkerSettings} from '../../source/events/settings.ts';
import {hideSecretsOf} from '../../source/workers/hide.ts';

function hide(text: string, more: Partial<WorkerSettings>): string {
	const worker = {name: 'mail', kind: 'arq', start: ['arq'], pidfile: '/run/mail.pid', ...more};
	return hideSecretsOf(worker as WorkerSettings, plain => plain)(text);
}

it('a password is hidden in each way in which an address may spell it', () => {
	const redis = 'redis://:p%40ss%21word@127.0.0.1/0';
	for (const form of ['p@ss!word', 'p%40ss!word', 'p%40ss%21word']) {
		expect(hide(`arq --redis redis://:${form}@host`, {redis})).toBe('arq --redis redis://:…@host');
	}
});
