import {test} from 'vitest';
import {checkRandomAnswers} from '../proxy/translate/random-answers.ts';

test.each(['responses', 'chat', 'anthropic'] as const)(
	'ten thousand random answers keep the grammar of %s, and tell each whole call',
	kind => {
		checkRandomAnswers(kind, 10_000);
	},
);
