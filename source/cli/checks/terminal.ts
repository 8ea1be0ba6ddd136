import type {DoctorCheck} from '../../events/query.ts';
import type {CliContext} from '../context.ts';
import {ok, warn} from './check.ts';

/** Checks that this terminal has what the screen needs. */
export function checkTerminal(cli: CliContext): readonly DoctorCheck[] {
	return [checkTty(cli), checkTerm(cli), checkSize(cli), checkLocale(cli)];
}

function checkTty({terminal}: CliContext): DoctorCheck {
	return terminal.stdin && terminal.stdout
		? ok('terminal', 'input and output are a terminal')
		: warn(
				'terminal',
				'input or output is not a terminal, so the screen can not open here',
				'without a terminal, use: agent-tui exec "prompt"',
			);
}

function checkTerm({env, terminal}: CliContext): DoctorCheck {
	const term = env['TERM'] ?? '';
	if (term === '' || term === 'dumb') {
		return warn(
			'colours',
			`TERM is ${term === '' ? 'not set' : '"dumb"'}`,
			'set it to what your terminal is, such as: export TERM=xterm-256color',
		);
	}
	if (env['NO_COLOR']) {
		return ok('colours', `none, as NO_COLOR asks (TERM=${term})`);
	}
	if (!terminal.stdout) {
		return ok('colours', `not known without a terminal (TERM=${term})`);
	}
	const words: Readonly<Record<number, string>> = {1: 'none', 4: '16', 8: '256', 24: '16 million'};
	return ok('colours', `${words[terminal.colorBits] ?? terminal.colorBits} (TERM=${term})`);
}

const sizeMin = {columns: 40, rows: 10};
const sizeUsual = {columns: 80, rows: 24};

function checkSize({terminal: {stdout, columns, rows}}: CliContext): DoctorCheck {
	const size = `${columns} columns, ${rows} rows`;
	if (!stdout) {
		return ok('size', 'not known without a terminal');
	}
	if (columns < sizeMin.columns || rows < sizeMin.rows) {
		return warn('size', `${size}: too small for the screen`, 'use at least 40 columns and 10 rows');
	}
	return columns < sizeUsual.columns || rows < sizeUsual.rows
		? warn('size', `${size}: only one pane fits at a time`, 'use 80 columns and 24 rows or more')
		: ok('size', size);
}

function checkLocale({env, platform}: CliContext): DoctorCheck {
	const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
	if (/utf-?8/i.test(locale) || (locale === '' && platform !== 'linux')) {
		return ok('locale', locale || 'that of the system');
	}
	return warn(
		'locale',
		`${locale || 'not set'}: programs may not write UTF-8`,
		'export LANG=C.UTF-8, or use --theme ascii',
	);
}
