import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** What README shows as code, in the order in which it stands there, each once. */
function codeInReadme(): readonly string[] {
	const prose = readme.replace(/^```.*?^```$/gms, '');
	const blocks = [...prose.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);
	const spans = [...prose.matchAll(/(`+)(.+?)\1/g)].map(([, , text = '']) => text.trim());
	return [...new Set([...blocks, ...spans])];
}

/** The command lines that README tells somebody to type into a shell. */
export function shellCommands(): readonly string[] {
	return codeInReadme().filter(text =>
		/^(?:agent-tui|npm|grep|export|codex|[A-Z_]+=\S+ )/.test(text),
	);
}

/** The commands that README tells somebody to type into the composer; addresses are none. */
export function slashCommands(): readonly string[] {
	return codeInReadme().filter(text => /^(?:\/[a-z]+(?: |$)|![a-z])/.test(text));
}
