import {test} from 'vitest';
import {checkRandomAnswers} from './random-answers.ts';

test.each(['responses', 'chat', 'anthropic'] as const)(
	'random answers keep the grammar of %s, and tell each whole call',
	kind => {
		checkRandomAnswers(kind, 300);
	},
);
