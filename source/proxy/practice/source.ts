import type {Usage} from '../../events/part.ts';
import type {Clock} from '../../platform/clock.ts';
import {type NeutralItem, type NeutralRequest, textOfParts} from '../neutral.ts';
import type {Sink, Source} from '../route/source.ts';
import {planAnswer} from './plan.ts';
import type {Plan} from './rule.ts';

/**
 * Makes the practice model a source of answers. It sends them word by word, so that streaming can
 * be seen.
 */
export function practiceSource({
	request,
	clock,
	id,
}: {
	request: NeutralRequest;
	clock: Clock;
	/** Unique among all answers. */
	id: string;
}): Source {
	return sink => {
		const stopped = new AbortController();
		const gate = createGate();
		const play: Play = {
			id,
			sink,
			request,
			plan: planAnswer(request),
			async wait(delayMs) {
				if (request.stream) {
					await clock.sleep(delayMs, stopped.signal);
				}
				await gate.passed();
			},
			isStopped: () => stopped.signal.aborted,
		};
		// Starts only after the caller has received the flow, which it needs before the first event.
		queueMicrotask(() => void perform(play));
		return {
			pause: gate.close,
			resume: gate.open,
			abort() {
				stopped.abort();
				gate.open();
			},
		};
	};
}

type Play = {
	readonly id: string;
	readonly sink: Sink;
	readonly request: NeutralRequest;
	readonly plan: Plan;
	readonly wait: (delayMs: number) => Promise<void>;
	readonly isStopped: () => boolean;
};

async function perform(play: Play): Promise<void> {
	const {sink, plan, isStopped} = play;
	const saidCount = await say(play);
	const calledCount = await call(play);
	if (isStopped()) {
		return;
	}
	const usage = usageOf(play.request, saidCount + calledCount);
	sink.event({type: 'usage', usage});
	sink.event({type: 'finish', finish: plan.call ? 'calls' : 'stop'});
	sink.end();
}

async function say({plan, sink, wait, isStopped}: Play): Promise<number> {
	const words = plan.say.match(/\s*\S+\s*/g) ?? [];
	for (const text of words) {
		if (isStopped()) {
			break;
		}
		sink.event({type: 'text', text});
		await wait(plan.paceMs ?? paceOf(text));
	}
	return words.length;
}

const callPieceLength = 24;

async function call({plan, sink, wait, isStopped, id}: Play): Promise<number> {
	if (!plan.call || isStopped()) {
		return 0;
	}
	const {arguments: given, ...tool} = plan.call;
	sink.event({type: 'call.start', call: 0, id: `call_${id}`, ...tool});
	let count = 0;
	for (let at = 0; at < given.length && !isStopped(); at += callPieceLength) {
		const text = given.slice(at, at + callPieceLength);
		sink.event({type: 'call.delta', call: 0, text});
		count += 1;
		await wait(paceOf(text));
	}
	if (!isStopped()) {
		sink.event({type: 'call.end', call: 0});
	}
	return count;
}

const paceMsMin = 8;
const paceMsSpread = 8;

/** Returns the pause after a word: uneven like a language model's, but always the same. */
function paceOf(text: string): number {
	return paceMsMin + (text.length % paceMsSpread);
}

/** Counts words, since the practice model has no tokens. */
function usageOf({items, instructions}: NeutralRequest, outputTokens: number): Usage {
	const inputTokens = [instructions, ...items.map(textOfItem)]
		.map(text => text.match(/\S+/g)?.length ?? 0)
		.reduce((sum, count) => sum + count, 0);
	return {inputTokens, outputTokens};
}

function textOfItem(item: NeutralItem): string {
	switch (item.type) {
		case 'message':
		case 'result':
			return textOfParts(item.parts);
		case 'reasoning':
			return item.text;
		case 'call':
			return item.arguments;
	}
}

type FlowGate = {
	readonly open: () => void;
	readonly close: () => void;
	readonly passed: () => Promise<void> | undefined;
};

/** Stops sending while the client reads more slowly than words are sent. */
function createGate(): FlowGate {
	let closed: PromiseWithResolvers<void> | null = null;
	return {
		close() {
			closed ??= Promise.withResolvers<void>();
		},
		open() {
			closed?.resolve();
			closed = null;
		},
		passed: () => closed?.promise,
	};
}
