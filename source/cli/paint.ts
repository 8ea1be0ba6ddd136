import type {CliCall, CliContext} from './context.ts';
import {hasFlag} from './parsed.ts';

/** The styles of plain output, as functions. They return the text unchanged if colours are off. */
export type PlainPaint = {readonly [style in keyof typeof codes]: (text: string) => string};

const codes = {
	strong: '1',
	dim: '2',
	good: '32',
	warning: '33',
	bad: '31',
} as const;

/**
 * Colours are on for a terminal, and always with `FORCE_COLOR`; never with `--no-color` or
 * `NO_COLOR` (https://no-color.org).
 */
export function createPaint({flags}: CliCall, cli: CliContext): PlainPaint {
	const {env} = cli;
	const isForced = env['FORCE_COLOR'] !== undefined && !/^(?:0|false)$/.test(env['FORCE_COLOR']);
	const isWanted =
		!hasFlag(flags, 'no-color') &&
		!env['NO_COLOR'] &&
		(isForced || (cli.terminal.stdout && env['TERM'] !== 'dumb'));
	const style = (code: string) => (text: string) =>
		isWanted && text !== '' ? `\u001B[${code}m${text}\u001B[m` : text;
	return {
		strong: style(codes.strong),
		dim: style(codes.dim),
		good: style(codes.good),
		warning: style(codes.warning),
		bad: style(codes.bad),
	};
}
