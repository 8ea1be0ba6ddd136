import {Box, render, Static, Text, useInput} from 'ink';
import {useState} from 'react';

const {request} = process.getBuiltinModule('node:http');
const frameMs = 33;

/**
 * The smallest chat that can be written with Ink: finished lines go to <Static>, the growing line
 * and the input are redrawn. No colours, no Markdown, no proxy, no journal.
 */
render(<Chat />, {incrementalRendering: true, maxFps: 30});

function Chat() {
	const [lines, setLines] = useState<readonly string[]>([]);
	const [growing, setGrowing] = useState('');
	const [input, setInput] = useState('');
	const submit = () => {
		setInput('');
		setLines(before => [...before, `> ${input}`]);
		ask(input, text => {
			const finished = text.split('\n');
			setGrowing(finished.pop() ?? '');
			setLines(before => [...before, ...finished]);
		});
	};
	useInput((text, key) => {
		if (key.return) {
			submit();
		} else if (key.backspace || key.delete) {
			setInput(before => before.slice(0, -1));
		} else {
			setInput(before => before + text);
		}
	});
	return (
		<>
			<Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>
			<Text>{growing}</Text>
			<Box borderStyle="single" borderLeft={false} borderRight={false}>
				<Text>{`> ${input}`}</Text>
			</Box>
		</>
	);
}

/** Calls `tell` at most once a frame with the text since the last finished line. */
function ask(content: string, tell: (text: string) => void): void {
	let events = '';
	let text = '';
	let waits = false;
	const flush = () => {
		waits = false;
		tell(text);
		text = text.slice(text.lastIndexOf('\n') + 1);
	};
	const body = JSON.stringify({
		model: 'default',
		stream: true,
		messages: [{role: 'user', content}],
	});
	const url = `${process.env['OPENAI_BASE_URL']}/chat/completions`;
	const headers = {'content-type': 'application/json'};
	request(url, {method: 'POST', headers}, response => {
		response.on('end', flush);
		response.setEncoding('utf8').on('data', (chunk: string) => {
			const complete = (events + chunk).split('\n\n');
			events = complete.pop() ?? '';
			text += complete.map(contentOf).join('');
			if (!waits) {
				waits = true;
				setTimeout(flush, frameMs);
			}
		});
	}).end(body);
}

function contentOf(event: string): string {
	const data = event.slice('data: '.length);
	return data === '[DONE]' ? '' : (JSON.parse(data).choices[0]?.delta?.content ?? '');
}
