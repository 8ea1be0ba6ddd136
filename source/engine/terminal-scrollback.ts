import type {Scrollback} from '../events/live.ts';
import type {Screen} from '../terminal/screen.ts';

/** Rows by their number since the program began, whatever has been dropped meanwhile. */
export function scrollbackOf(screen: Screen | null): Scrollback | null {
	if (!screen) {
		return null;
	}
	const kept = ({from, to}: {from: number; to: number}) => {
		const {dropped} = screen.extent();
		return {from: from - dropped, to: to - dropped};
	};
	return {
		extent() {
			const {kept: count, dropped} = screen.extent();
			return {first: dropped, end: dropped + count};
		},
		rows: range => screen.lines(kept(range)),
		plainRows: range => screen.plainLines(kept(range)),
		text: range => screen.text(kept(range)),
	};
}
