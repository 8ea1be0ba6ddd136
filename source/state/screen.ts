import type {Stamped} from '../events/event.ts';
import type {Screen} from './state.ts';

export function reduceScreen(screen: Screen, event: Stamped): Screen {
	switch (event.type) {
		case 'focus.moved':
			return screen.focus === event.pane ? screen : {...screen, focus: event.pane};
		case 'zoom.toggled':
			return {...screen, zoomed: !screen.zoomed};
		case 'overlay.opened':
			return {...screen, overlay: event.overlay};
		case 'overlay.closed':
			return screen.overlay ? {...screen, overlay: null} : screen;
		case 'theme.chosen':
			return {...screen, theme: event.theme};
		case 'terminal.selected':
			return {...screen, terminal: event.terminal};
		case 'split.changed':
			return {...screen, split: event.count};
		// A new terminal is what the user wants to see next.
		case 'terminal.opened':
			return {...screen, terminal: event.terminal};
		case 'terminal.closed':
			return screen.terminal === event.terminal ? {...screen, terminal: null} : screen;
		case 'mouse.toggled':
			return {...screen, mouse: !screen.mouse};
		case 'monitor.toggled':
			return {...screen, monitor: !screen.monitor};
		default:
			return screen;
	}
}
