import {createDecoder, type KeyDecoder} from '../keys/decode.ts';
import type {Input} from '../keys/key.ts';
import {announce} from './announce.ts';
import type {InputSource} from './input/input.ts';
import type {ViewPorts} from './open-view.ts';
import type {Compositor} from './paint/compositor.ts';
import {queryTerminal} from './paint/queries.ts';
import type {Sight} from './paint/sight.ts';
import type {UiStore} from './ui-state/ui-store.ts';
import type {ViewportSource} from './viewport.ts';

type InputSourcePorts = Pick<
	ViewPorts,
	'clock' | 'env' | 'terminal' | 'standardTheme' | 'lightTheme' | 'store'
> & {readonly ui: UiStore};

type Takers = {
	readonly look: ViewportSource;
	readonly compositor: Compositor;
	readonly input: InputSource;
	readonly sight: Sight;
	/** Called for each key, click and paste. */
	readonly touched: () => void;
};

/**
 * Decodes the terminal's bytes into inputs. Replies go to the queries that asked for them. Changes
 * of the window's focus go to `announce`.
 */
export function takeInput(
	ports: InputSourcePorts,
	{look, compositor, input, sight, touched}: Takers,
): KeyDecoder {
	const {clock, env, terminal, standardTheme, lightTheme, store, ui} = ports;
	const {modes, stream, widths} = terminal;
	const announcer = announce({store, ui, modes, stream, env});
	const queries = queryTerminal({
		write: text => {
			stream.write(text, () => {});
		},
		clock,
		term: env['TERM'] ?? '',
		program: env['TERM_PROGRAM'] ?? '',
	});
	void queries.traits.then(traits => {
		sight.settle();
		compositor.configure({synchronized: traits.synchronized});
		modes.change({kittyKeyboard: traits.kittyKeyboard});
		if (traits.background && !standardTheme.ascii) {
			look.setDefault(traits.background.dark ? standardTheme : lightTheme);
		}
	});
	const stopAsking = widths.onKnown(known => compositor.configure({widths: known}));
	const onInput = (event: Input) => {
		if (event.type === 'reply') {
			queries.take(event.raw);
			sight.take(event.raw);
			widths.take(event.raw);
			return;
		}
		if (event.type === 'focus') {
			announcer.focused(event.focused);
		}
		if (event.type === 'focus' && event.focused) {
			// The person comes back from another window, and must see the card again before a key may
			// answer it.
			sight.doubt();
		}
		touched();
		compositor.hurry();
		input.handle(event);
	};
	const decoder = createDecoder({clock, onInput});
	return {
		feed: decoder.feed,
		close() {
			stopAsking();
			announcer.close();
			decoder.close();
		},
	};
}
