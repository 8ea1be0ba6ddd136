import type {CliCall} from '../../cli/context.ts';
import {hasFlag} from '../../cli/parsed.ts';

/** Flags about what is printed, which a run that prints nothing can't keep. */
const printing = [
	'json',
	'output',
	'output-schema',
	'max-turns',
	'max-budget-usd',
	'input-format',
] as const;

/** Which flag makes no sense beside `--detach`, in words; null if none does. */
export function whyNotDetached({flags}: Pick<CliCall, 'flags'>): string | null {
	const given = printing.find(name => hasFlag(flags, name));
	return given === undefined
		? null
		: `--detach leaves the session working by itself, so nobody is here for --${given}. Leave one of them out.`;
}
