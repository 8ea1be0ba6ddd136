import {expect, it} from 'vitest';
import {buildingWords} from '../../scripts/build.ts';

it('a build says before it begins which Node the checkout brings, where npm runs on another one', () => {
	const words = (agent: string) => buildingWords('v24.1.0', {npm_config_user_agent: agent});
	expect(words('npm/11.0.0 node/v20.20.2 linux x64 workspaces/false')).toBe(
		'building dist/ …, with the Node v24.1.0 that this checkout brings; yours, v20.20.2, is enough for npm',
	);
	expect(words('npm/11.0.0 node/v24.1.0 linux x64')).toBe('building dist/ …');
	expect(buildingWords('v24.1.0', {})).toBe('building dist/ …');
});
