import {render} from 'ink';
import type {ViewHandles} from './handles.ts';
import {createStandIns} from './ink/stand-ins.ts';
import type {Compositor} from './paint/compositor.ts';
import {createInkStreams} from './paint/ink-output.ts';
import {Root} from './root.tsx';

/**
 * Runs Ink. What it draws becomes the compositor's bottom layer; Ink itself writes nothing to the
 * terminal.
 */
export function drawInkLayer(
	handles: ViewHandles,
	{compositor, onError}: {compositor: Compositor; onError: (text: string) => void},
): {readonly close: () => void} {
	const {columns, rows} = handles.look.snapshot();
	const {encode, decode} = createStandIns();
	const streams = createInkStreams({
		columns,
		rows,
		onFrame: frame => compositor.setInkLayer(frame.map(decode)),
		onError,
	});
	const unsubscribe = handles.look.subscribe(() => streams.resize(handles.look.snapshot()));
	const ink = render(<Root handles={handles} encode={encode} />, {
		stdout: streams.stdout,
		stdin: streams.stdin,
		stderr: streams.stderr,
		debug: true,
		interactive: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	return {
		close() {
			unsubscribe();
			ink.unmount();
		},
	};
}
