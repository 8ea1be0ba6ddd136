import {test} from 'vitest';
import {often} from '../helpers/often.ts';
import {checkRandomAnswers} from '../proxy/translate/random-answers.ts';

const answers = often('ROUNDS', {usual: 2000, long: 10_000});

test.each(['responses', 'chat', 'anthropic'] as const)(
	`${answers} random answers keep the grammar of %s, and tell each whole call`,
	kind => {
		checkRandomAnswers(kind, answers);
	},
);
