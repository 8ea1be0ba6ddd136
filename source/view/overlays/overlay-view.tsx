import {frameRows} from '../frame-rows.ts';
import {useHandles, useLive} from '../hooks.ts';
import {Rows} from '../rows.tsx';
import type {Overlay} from '../ui-state/overlay.ts';
import {overlayContent} from './overlay-content.ts';

export function OverlayView({overlay}: {readonly overlay: Overlay}) {
	const handles = useHandles();
	const ui = useLive(handles.ui);
	const look = useLive(handles.look);
	const {rect, title, foot, rows} = overlayContent(overlay, {
		ui,
		look,
		focus: ui.focus,
		keymap: handles.keymap,
		commands: handles.commands,
	});
	const framed = frameRows(
		{title, foot, width: rect.width, height: rect.height, focused: true, rows},
		look.paint,
	);
	return <Rows rect={rect} rows={framed} />;
}
