import type {CliCall} from '../../cli/context.ts';
import {hasFlag} from '../../cli/parsed.ts';

/** Flags about the output of the run. They make no sense if nothing is printed. */
const printing = [
	'json',
	'output',
	'output-schema',
	'max-turns',
	'max-budget-usd',
	'input-format',
] as const;

/** Says which flag can't be combined with `--detach`; null if none is given. */
export function whyNotDetached({flags}: Pick<CliCall, 'flags'>): string | null {
	const given = printing.find(name => hasFlag(flags, name));
	return given === undefined
		? null
		: `--detach leaves the session working by itself, so nobody is here for --${given}. Leave one of them out.`;
}
