import type {Failure, FailureKind} from '../../../events/failure.ts';
import {hourOfDay} from '../../../platform/time-words.ts';
import type {TurnEnding} from '../../../state/items/ending.ts';
import {shorten} from '../../../text/width.ts';
import {span} from '../../words.ts';
import {foldRows, indented, textRows} from '../text-rows.ts';
import type {BlockOptions, Drawing} from './drawing.ts';

export const endingDrawing: Drawing<TurnEnding> = {rows: endingRows, estimate: () => 2};

const detailRowsMax = 4;

/**
 * Draws the end of a turn: the failure with advice for the user, or an interrupt, or how long the
 * turn took.
 */
function endingRows(ending: TurnEnding, options: BlockOptions): readonly string[] {
	const {paint, width} = options;
	if (ending.outcome === 'done') {
		const words = `done in ${span(ending.tookMs ?? 0)}, at ${hourOfDay(ending.at)}`;
		return [paint.style('text.dim', shorten(words, width))];
	}
	if (ending.outcome === 'interrupted') {
		return [paint.style('status.warn', shorten(`${paint.glyphs.denied} interrupted`, width))];
	}
	const failure: Failure = ending.failure ?? unknownFailure;
	const {message, detail = ''} = failure;
	const inner = {width: width - 2};
	const head = `${paint.style('status.error', paint.glyphs.failed)} `;
	// Leave out the failure's detail if the advice already explains this cause.
	const details =
		detail === '' || Object.hasOwn(causes, detail)
			? []
			: textRows(detail, {...inner, open: paint.open('text.dim')});
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

/** Advice for the failure. If the provider said how long to wait, the advice says it too. */
function remedyOf({kind, detail = '', retryAfterMs = 0}: Failure): string {
	const known = Object.hasOwn(causes, detail) ? causes[detail] : undefined;
	if (known !== undefined) {
		return known;
	}
	return kind === 'rate-limited' && retryAfterMs > 0
		? `Wait ${span(retryAfterMs)}, then send a message to go on. ${another}`
		: remedies[kind];
}

const again = 'Send a message to go on.';
const another = '/model chooses another one.';

const webPage =
	'This address answers with a web page: check baseUrl of the provider (is /v1 missing?), or sign in to the network.';
const botCheck = `A bot check stands before the provider, and no key helps: ask it for API access. ${another}`;

/** Advice for causes that the proxy has reported exactly. */
const causes: Readonly<Record<string, string>> = {
	upstream_unreachable:
		'Check the network and the address in the settings; /doctor looks for the reason.',
	upstream_tls:
		"Check the provider's address (its name, and http or https) and this machine's clock.",
	upstream_no_trust:
		'If you trust this certificate, name it with caFile in the settings of the provider.',
	upstream_protocol: `Check baseUrl of the provider in the settings. ${another}`,
	web_page: `${webPage} ${another}`,
	bot_check: botCheck,
	cloudflare_1010: botCheck,
	upgrade_required: `Update agent-tui. ${another}`,
	insufficient_quota: `Add credit to the account of this key. ${another}`,
};

/** Advice for each kind of failure. */
const remedies: Readonly<Record<FailureKind, string>> = {
	'bad-input': `The request was not accepted as it was. ${again}`,
	'not-found': 'Choose another model with /model, or check its name in the settings.',
	denied: `Nothing was done that you had not allowed. ${again}`,
	cancelled: again,
	timeout: `Nothing came in time. ${again} ${another}`,
	unreachable: `agent-tui's own proxy did not answer, and is started again by itself. ${again}`,
	refused: `The provider did not take the request as it was; why stands above. ${another}`,
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
