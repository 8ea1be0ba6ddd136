import type {Overlay} from '../../events/screen.ts';
import {frameRows} from '../frame-rows.ts';
import {useHandles, useLive, useSelector} from '../hooks.ts';
import {Rows} from '../rows.tsx';
import {overlayContent} from './overlay-content.ts';

export function OverlayView({overlay}: {readonly overlay: Overlay}) {
	const handles = useHandles();
	const desk = useLive(handles.desk);
	const look = useLive(handles.look);
	const focus = useSelector(state => state.screen.focus);
	const {rect, title, foot, rows} = overlayContent(overlay, {
		desk,
		look,
		focus,
		keymap: handles.keymap,
		commands: handles.commands,
	});
	const framed = frameRows(
		{title, foot, width: rect.width, height: rect.height, focused: true, rows},
		look.paint,
	);
	return <Rows rect={rect} rows={framed} />;
}
