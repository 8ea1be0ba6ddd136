import {expect, it} from 'vitest';
import {progressTo} from '../../source/mcp-server/progress.ts';

const settled = () => new Promise(resolve => setImmediate(resolve));

it('progress that can’t be sent is logged once for each request, and goes on being tried', async () => {
	const lines: string[] = [];
	const sent: unknown[] = [];
	const notify = async (message: unknown) => {
		sent.push(message);
		throw new Error('the pipe is closed');
	};
	const tell = progressTo({notify, _meta: {progressToken: 'p'}}, line => void lines.push(line));
	for (const word of ['one', 'two', 'three']) {
		tell?.(word);
		await settled();
	}
	expect(lines).toEqual([expect.stringContaining('the pipe is closed')]);
	expect(sent).toMatchObject(
		['one', 'two', 'three'].map((message, index) => ({
			method: 'notifications/progress',
			params: {progressToken: 'p', progress: index + 1, message},
		})),
	);
	expect(progressTo({notify, _meta: {}}, () => {})).toBeNull();
});
