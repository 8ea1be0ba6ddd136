import {render} from 'ink';
import type {ViewHandles} from './handles.ts';
import {type Afterwards, createAfterwards} from './ink/afterwards.ts';
import {createStandIns} from './ink/stand-ins.ts';
import type {Compositor} from './paint/compositor.ts';
import {createInkStreams} from './paint/ink-output.ts';
import {Root} from './root.tsx';

/**
 * Runs Ink. Its picture becomes the compositor's lowest layer. Ink itself writes nothing to the
 * terminal.
 */
export function drawInkLayer(
	handles: ViewHandles,
	{compositor, onError}: {compositor: Compositor; onError: (text: string) => void},
): {readonly close: () => void} {
	const {columns, rows} = handles.look.snapshot();
	const afterwards = createAfterwards(handles.clock);
	const {encode, decode} = createStandIns();
	const streams = createInkStreams({
		columns,
		rows,
		onFrame: frame => compositor.setInkLayer(frame.map(decode)),
		onError,
	});
	const unsubscribe = handles.look.subscribe(() => streams.resize(handles.look.snapshot()));
	const ink = render(<Root handles={heardAfterwards(handles, afterwards)} encode={encode} />, {
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
			afterwards.close();
			ink.unmount();
		},
	};
}

function heardAfterwards(handles: ViewHandles, {of}: Afterwards): ViewHandles {
	return {
		...handles,
		store: of(handles.store),
		ui: of(handles.ui),
		meter: of(handles.meter),
		incidents: of(handles.incidents),
		look: of(handles.look),
		layout: of(handles.layout),
		status: of(handles.status),
		hesitates: of(handles.hesitates),
	};
}
