import type {SessionId} from '../../events/ids.ts';
import {showChord} from '../../keys/show-chord.ts';
import type {Folders} from '../../platform/folders.ts';
import type {Keymap} from '../../view/actions/keymap.ts';
import type {View} from '../../view/open-view.ts';
import {watchOthers} from '../waiting-elsewhere.ts';
import type {Booted} from './boot.ts';

type Ports = {
	readonly folders: Folders;
	readonly session: SessionId;
	readonly keymap: Keymap;
	readonly booted: Pick<Booted, 'clock'>;
};

/**
 * Shows on this screen which other session waits for the person, and the keys that open it. Also
 * keeps the palette's list of running sessions up to date.
 */
export function followElsewhere(
	{folders, session, keymap, booted: {clock}}: Ports,
	{input}: Pick<View, 'input'>,
): () => void {
	const [chord = ''] = keymap.chordsOf('leader', 'go-to-waiting');
	const key = `${showChord(keymap.leader)} ${showChord(chord)}`;
	return watchOthers({state: folders.state, session, clock}, ({waiting, running}) => {
		const elsewhere = waiting && {
			session: waiting.session as SessionId,
			name: waiting.name,
			others: waiting.others,
			key,
		};
		input.apply({type: 'tell-elsewhere', elsewhere, running});
	});
}
