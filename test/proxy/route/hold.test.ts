import {expect, it} from 'vitest';
import type {CallFailure} from '../../../source/proxy/failure.ts';
import {isOutage} from '../../../source/proxy/route/hold.ts';

const failure: CallFailure = {
	kind: 'upstream',
	message: '',
	code: 'server_error',
	status: 500,
	retry: 'same',
};

it.each<[Partial<CallFailure>, boolean]>([
	[{}, false],
	[{kind: 'unreachable', status: 502}, true],
	[{kind: 'unreachable', status: 500}, true],
	[{code: 'upstream_reset'}, true],
	[{status: 502}, true],
	[{status: 503}, true],
	[{status: 504}, true],
	[{status: 529}, true],
	[{status: 429}, false],
	[{status: 501}, false],
	[{status: 503, retry: 'other'}, false],
	[{kind: 'unreachable', retry: 'never'}, false],
])('a failure with %j is an outage that is waited for: %s', (more, expected) => {
	expect(isOutage({...failure, ...more})).toBe(expected);
});
