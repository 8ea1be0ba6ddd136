import type {Failure, FailureKind} from '../../events/failure.ts';
import {shorten} from '../../text/width.ts';
import type {Paint} from '../theme.ts';
import {span} from '../words.ts';
import type {Ending} from './blocks.ts';
import {foldRows, indented, textRows} from './text-rows.ts';

type EndingOptions = {readonly width: number; readonly paint: Paint; readonly unfolded: boolean};

const detailRowsMax = 4;

/** How a turn ended other than well, and what can be done about it. */
export function endingRows(ending: Ending, options: EndingOptions): readonly string[] {
	const {paint, width} = options;
	if (ending.outcome === 'interrupted') {
		return [paint.style('status.warn', shorten(`${paint.glyphs.denied} interrupted`, width))];
	}
	const failure: Failure = ending.failure ?? unknownFailure;
	const {message, detail = ''} = failure;
	const inner = {width: width - 2};
	const head = `${paint.style('status.error', paint.glyphs.failed)} `;
	const details = detail === '' ? [] : textRows(detail, {...inner, open: paint.open('text.dim')});
	return indented(
		[
			...textRows(message, {...inner, open: paint.open('status.error')}),
			...foldRows(details, {...options, ...inner, rowsMax: detailRowsMax}),
			...textRows(remedyOf(failure), {...inner, open: paint.open('text.dim')}),
		],
		head,
	);
}

const unknownFailure = {
	kind: 'internal',
	message: 'The turn failed and did not say why.',
} as const;

/** A provider that says how long it wants to be left alone is taken at its word. */
function remedyOf({kind, retryAfterMs = 0}: Failure): string {
	return kind === 'rate-limited' && retryAfterMs > 0
		? `Wait ${span(retryAfterMs)}, then send a message to go on. ${another}`
		: remedies[kind];
}

const again = 'Send a message to go on.';
const another = '/model chooses another one.';

/** What helps, by the kind of failure. */
const remedies: Readonly<Record<FailureKind, string>> = {
	'bad-input': `The request was not accepted as it was. ${again}`,
	'not-found': 'Choose another model with /model, or check its name in the settings.',
	denied: `Nothing was done that you had not allowed. ${again}`,
	cancelled: again,
	timeout: `Nothing came in time. ${again} ${another}`,
	unreachable: 'Check the network and the address in the settings; /doctor looks for the reason.',
	refused: 'The other side takes no connections: check that it runs; /doctor looks for the reason.',
	'rate-limited': `Wait a little. ${again} ${another}`,
	unauthorized: 'Check the key of this provider; /doctor says where it is looked for.',
	upstream: `The provider had a problem of its own. ${again} ${another}`,
	protocol: `The answer could not be read. ${again}`,
	incomplete: `The answer broke off. ${again}`,
	limit: '/clear begins with an empty context.',
	conflict: again,
	storage: 'Check that the disk has room and the folder can be written; /doctor says where it is.',
	internal: `This is a mistake in the program. ${again}`,
};
