import {Box, render, Text, useWindowSize} from 'ink';
import {createElement, useState} from 'react';
import {expect, it} from 'vitest';
import {createInkStreams} from '../../../source/view/paint/ink-output.ts';

it('Ink gives its frames to the compositor and writes nothing else, on any stream', async () => {
	const frames: (readonly string[])[] = [];
	const errors: string[] = [];
	const streams = createInkStreams({
		columns: 40,
		rows: 5,
		onFrame: rows => frames.push(rows),
		onError: text => errors.push(text),
	});
	let say: (text: string) => void = () => {};
	function App() {
		const [text, setText] = useState('one');
		const {columns, rows} = useWindowSize();
		say = setText;
		return createElement(
			Box,
			{width: columns, height: rows, overflow: 'hidden', flexDirection: 'column'},
			createElement(Text, null, text),
			createElement(Text, null, `${columns}x${rows}`),
		);
	}
	const leaked = watchStreams();
	const {stdout, stdin, stderr} = streams;
	const ink = render(createElement(App), {
		stdout,
		stdin,
		stderr,
		debug: true,
		interactive: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	expect(frames).toEqual([['one', '40x5', '', '', '']]);
	say('two');
	await expect.poll(() => frames.at(-1)).toEqual(['two', '40x5', '', '', '']);
	streams.resize({columns: 30, rows: 3});
	await expect.poll(() => frames.at(-1)).toEqual(['two', '30x3', '']);
	const count = frames.length;
	say('two');
	await ink.waitUntilRenderFlush();
	expect(frames).toHaveLength(count);
	ink.unmount();
	await ink.waitUntilExit();
	expect(errors).toEqual([]);
	expect(leaked.stop()).toBe('');
});

/** What reaches the real streams of this process meanwhile. */
function watchStreams() {
	let text = '';
	const {stdout, stderr} = process;
	const writes = [stdout.write, stderr.write] as const;
	const note = (part: unknown) => {
		text += String(part);
		return true;
	};
	stdout.write = note as typeof stdout.write;
	stderr.write = note as typeof stderr.write;
	return {
		stop() {
			[stdout.write, stderr.write] = writes;
			return text;
		},
	};
}
