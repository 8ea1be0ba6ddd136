import {describe, expect, it} from 'vitest';
import {searchTools} from '../../source/mcp-tools/search-tools.ts';

const tool = (server: string, name: string, description = '') => ({server, name, description});

const tools = [
	tool('github', 'create_pull_request', 'Opens a pull request in a repository.'),
	tool('github', 'listPullRequests', 'Lists the requests of a repository.'),
	tool('github', 'create_issue', 'Creates an issue in a repository.'),
	tool('db', 'query', 'Runs SQL. Issues are reported.'),
	tool('browser', 'click', 'Clicks on an element of the page.'),
	tool('noise', 'everything', 'issue '.repeat(5000)),
];

describe('a search for tools', () => {
	it.each([
		['create issue', 'create_issue'],
		['requests of a repository listed', 'listPullRequests'],
		['list pull request', 'listPullRequests'],
		['sql', 'query'],
		['CLICK element', 'click'],
		['browser', 'click'],
	])('for "%s" finds %s first', (query, expected) => {
		expect(searchTools(tools, query)[0]?.name).toBe(expected);
	});

	it('finds nothing for words that no tool has, and for none', () => {
		expect(searchTools(tools, 'weather')).toEqual([]);
		expect(searchTools(tools, ' … ')).toEqual([]);
		expect(searchTools([], 'issue')).toEqual([]);
	});
});
