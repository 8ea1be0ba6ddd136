import type {StatusItem} from './status.ts';

/** Shows the state of the proxy; or of all layers, if the monitor has no line of its own. */
export const healthItem: StatusItem = {
	parts({state: {proxy}, isProxySilent, dots}, {glyphs, style}) {
		if (dots !== null) {
			return [{text: dots, stays: 'always'}];
		}
		const signs = {
			ready: ['status.ok', glyphs.running],
			starting: ['status.warn', glyphs.more],
			down: ['status.error', glyphs.failed],
			off: ['text.dim', glyphs.running],
		} as const;
		const [token, glyph] = signs[isProxySilent ? 'down' : proxy.status];
		return [{text: style(token, glyph), stays: 'always'}];
	},
	madeOf: ({proxy}) => [proxy],
};
