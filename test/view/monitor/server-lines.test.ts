import {describe, expect, it} from 'vitest';
import type {McpServerState} from '../../../source/events/mcp.ts';
import {serverWords} from '../../../source/state/mcp-words.ts';
import {serverLines} from '../../../source/view/monitor/server-lines.ts';

const server: McpServerState = {
	name: 'github',
	host: null,
	origin: 'settings',
	place: 'npx github-server',
	alwaysLoad: false,
	state: 'ready',
	failures: 0,
	why: null,
	toolCount: 2,
	leftOut: [],
	pid: 42,
	since: 0,
	stderrTail: '',
};

describe('an MCP server', () => {
	it.each<[Partial<McpServerState>, string]>([
		[{}, 'ready, 2 tools'],
		[{toolCount: 1}, 'ready, 1 tool'],
		[{state: 'starting', toolCount: null}, 'starting'],
		[{state: 'off', toolCount: null}, 'starts when it is needed'],
		[{state: 'off', toolCount: null, host: 'web'}, 'starts on web when it is needed'],
		[{host: 'web'}, 'ready on web, 2 tools'],
		[{state: 'off', why: 'switched off in this session'}, 'off: switched off in this session'],
		[{state: 'failed', failures: 1, why: 'it ended'}, 'failed: it ended'],
		[{state: 'failed', failures: 3, why: 'it ended'}, 'failed 3 times: it ended'],
		[{state: 'needs-sign-in', why: 'x'}, 'needs a sign-in: agent-tui mcp login github'],
	])('that is %j is told as "%s"', (change, words) => {
		expect(serverWords({...server, ...change})).toBe(words);
	});

	it('is shown with its tools and what it wrote to stderr, and nothing of it moves the cursor', () => {
		const lines = serverLines(
			{...server, stderrTail: 'warning\n\u001B[2Jgone\n'},
			{
				ok: true,
				value: [
					{name: 'create\u001B[2J', description: 'Creates\none', isSent: true, standing: 'new'},
					{name: 'close', description: '', isSent: false, standing: 'changed'},
				],
			},
		);
		expect(lines).toEqual([
			'ready, 2 tools',
			'npx github-server, process 42',
			'',
			'2 tools:',
			'  create␛[2J (sent with every request): Creates␊one',
			'  close (changed since it was allowed): ',
			'',
			'What it wrote to stderr last:',
			'warning',
			'␛[2Jgone',
		]);
	});
});
