import {describe, expect, it} from 'vitest';
import {brief, change, excerpt} from '../../../source/proxy/repair/shown.ts';

describe('what a message tells of a call', () => {
	it('is the whole of what is short', () => {
		expect(change('parameter name', {before: 'command', after: 'cmd'})).toBe(
			'parameter name: command → cmd',
		);
		expect(brief('["git",  "status"]')).toBe('["git", "status"]');
	});

	it.each([
		'{"cmd":"echo hunter2 | sudo -S systemctl restart nginx","workdir":"/srv"}',
		'{"workdir":"/srv/a/long/way/down","cmd":"sshpass -p hunter2 ssh me@host',
		'{"cmd":"curl -sS -u me:hunter2 https://a.example/x/y/z --retry 3 --location"',
	])(
		'holds signs and names, but no word, of what is cut: nobody could tell a password in it: %s',
		text => {
			for (const told of [brief(text), excerpt(text)]) {
				expect(told).not.toMatch(/hunter|unter2/);
				expect(told).toContain('…');
				expect(told.length).toBeLessThanOrEqual(60);
			}
		},
	);

	it('is never the whole in a message back to the model', () => {
		expect(excerpt('{"cmd":"ls"}')).not.toContain('ls');
	});
});
