import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import type {OpenTerminal} from './terminal.ts';
import type {Program} from './transport.ts';

const titleWidthMax = 80;

export function titleOf({title, program}: OpenTerminal): string {
	const [line = ''] = neutralise(title ?? commandOf(program))
		.trim()
		.split('\n');
	return shorten(line, titleWidthMax);
}

function commandOf(program: Program): string {
	return program.type === 'argv'
		? program.argv.join(' ')
		: (program.command ?? program.shell ?? 'shell');
}
