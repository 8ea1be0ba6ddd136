/** A planted fault that no test can notice, because it changes nothing that can be observed. */
export type WithoutEffect = {
	readonly file: string;
	readonly kind: string;
	/** A line of the source file without its indentation, or the form of several such lines. */
	readonly line: string | RegExp;
	readonly why: string;
};

/** Whether a line, without its indentation, is meant by `which`. */
export function isLine(which: WithoutEffect['line'], line: string): boolean {
	return typeof which === 'string' ? which === line : which.test(line);
}

export const withoutEffect: readonly WithoutEffect[] = [
	{
		file: 'source/watchdog/faults-upstream.ts',
		kind: 'a number is one more',
		line: /^sample: \{kind: '[\w.-]+', code: \d+\},$/,
		why: 'A sample is for the tests; any signal of its kind raises the fault, whatever its code.',
	},
	{
		file: 'source/proxy/route/key-output.ts',
		kind: '< is <=',
		line: 'return counted < secondsMax ? counted * 1000 : counted;',
		why: 'The limit itself is a time in the year 5138 or in 1973: neither is said.',
	},
	{
		file: 'source/proxy/route/key-output.ts',
		kind: 'a number is one more',
		line: 'const secondsMax = 100_000_000_000;',
		why: 'As above.',
	},
	{
		file: 'source/proxy/route/breaker.ts',
		kind: 'a number is one more',
		line: 'openedAt: 0,',
		why: 'It is set whenever the breaker opens, and read only while it is open.',
	},
	{
		file: 'source/proxy/route/report.ts',
		kind: 'a statement is dropped',
		line: 'last = target;',
		why: 'The place of a target is only kept so that it is not made anew for each signal.',
	},
	{
		file: 'source/watchdog/watchdog.ts',
		kind: 'a number is one more',
		line: /^(const recentMax = 60;|state\.log = \[\.\.\.state\.log\.slice\(1 - recentMax\), line\];)$/,
		why: 'A diagnosis shows fewer lines than are kept.',
	},
	{
		file: 'source/storage/journal.ts',
		kind: 'a number is one more',
		line: 'const tailBytes = 65_536;',
		why: 'How much is read at once says nothing of what is read.',
	},
	{
		file: 'source/storage/journal-writer.ts',
		kind: 'a number is one more',
		line: 'const pieceBytes = 1_048_576;',
		why: 'How much is copied at once says nothing of what is copied.',
	},
	{
		file: 'source/gate/refused-before.ts',
		kind: '< is <=',
		line: 'const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));',
		why: 'No object has two fields of one name.',
	},
	{
		file: 'source/gate/shell/expansion.ts',
		kind: 'a statement is dropped',
		line: 'draft.plainLength ??= draft.text.length;',
		why: 'The `$` or the backtick stays in the text, and what is looked for before it has neither.',
	},
	{
		file: 'source/gate/shell/find-starts.ts',
		kind: 'true is false',
		line: "const here = {text: '.', isSeen: true} as Word;",
		why: 'A dot is the same folder, whether or not a shell would expand the word.',
	},
	{
		file: 'source/gate/shell/secrets.ts',
		kind: 'some is every',
		line: 'return !/^\\/dev\\//.test(target) && (paths === null || paths.some(isOutside));',
		why: 'Rules cover no line with a `cd` and more commands, so there is one folder and one path.',
	},
	{
		file: 'source/gate/refused-before.ts',
		kind: 'a number is one more',
		line: 'const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));',
		why: 'Only the sign of what an order returns counts.',
	},
	{
		file: 'source/turn/previews.ts',
		kind: '&& is ||',
		line: 'now.ok && now.value ? changedBase(call.preview, now.value) : call.preview.bases[0]?.path;',
		why: 'What is well and has no value returned before; what is not well has none.',
	},
	{
		file: 'source/watchdog/probe.ts',
		kind: 'a number is one more',
		line: 'return 0;',
		why: 'Neither 0 nor 1 MB of memory is above a limit.',
	},
	{
		file: 'source/watchdog/probe.ts',
		kind: '>= is >',
		line: '} while (state.misses > 0 && clock.elapsed() - startedAt >= answerMsMax);',
		why: 'The time is measured in fractions of a millisecond, and is never exactly the limit.',
	},
];
