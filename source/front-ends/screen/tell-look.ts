import type {Mirror} from '../../state/mirror.ts';
import type {View} from '../../view/open-view.ts';
import {selectedTerminal} from '../../view/terminal/selected.ts';
import type {RemoteEngine} from '../../wire/remote-engine.ts';

/**
 * Tells the other screens of the session which pane has the focus here. Returns a function that
 * stops this.
 */
export function tellLook(
	{remote, mirror}: {remote: Pick<RemoteEngine, 'look'>; mirror: Pick<Mirror, 'state'>},
	{handles: {ui}}: Pick<View, 'handles'>,
): () => void {
	let told = '';
	const tell = () => {
		const {focus: part} = ui.snapshot();
		const terminal =
			part === 'terminal' ? (selectedTerminal(mirror.state(), ui.snapshot())?.id ?? null) : null;
		const look = `${part} ${terminal}`;
		if (look !== told) {
			told = look;
			remote.look({part, terminal});
		}
	};
	tell();
	return ui.subscribe(tell);
}
