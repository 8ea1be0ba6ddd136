import {isJsonObject} from '../../events/json.ts';
import type {SignalKind} from '../../events/signal.ts';
import type {CallMarks, Emit, NeutralFinish} from '../neutral.ts';
import type {Attempt, Mended, OfferedTool, UnreadableCode} from '../repair/attempt.ts';
import {nativeFormat} from '../repair/mend.ts';
import {createReader} from '../repair/reader.ts';
import type {Openers} from '../repair/reader-openers.ts';
import {askBack, type BrokenCall, noteOf, readableArguments} from './ask-back.ts';
import type {Again, Said} from './client-response.ts';
import {customText} from './custom-tool.ts';
import {type Echo, echoQuestion} from './echoes.ts';
import {createHeldCalls, type WholeCall} from './held-calls.ts';
import {mendWithin} from './mend-within.ts';
import {parseJson} from './request-reading.ts';
import type {CallStart} from './responses/client-response-items.ts';
import type {ToolNames} from './tool-names.ts';

/** How calls of one answer are repaired. */
export type RepairPlan = {
	/** As the provider knows them. */
	readonly tools: readonly OfferedTool[];
	/** Our own engine takes marks, and gives the model the reason itself. */
	readonly isEngine: boolean;
	readonly timesMax: number;
	readonly openers?: Openers | undefined;
	/** False where the settings say that the provider's calls are never text. */
	readonly readsText?: boolean | undefined;
	readonly echo?: Echo | undefined;
	readonly tell: (kind: SignalKind, code?: string) => void;
};

/**
 * Between a provider's events and the client: calls that are written as text become calls, broken
 * ones are mended or asked back about. Text goes on as it comes. A call is held until it is whole,
 * since only then it can be told what it is; one that was cut off is never made whole.
 */
export type RepairStage = {
	readonly event: Emit;
	/** What the model had to say is over: how the answer ends, or goes on. */
	readonly finish: (finish: NeutralFinish) => StageEnd;
};

export type StageEnd = {readonly finish: NeutralFinish; readonly again: Again | null};

export function createRepairStage(options: StageOptions): RepairStage {
	const {plan, emit} = options;
	const stage: Stage = {...options, broken: [], calls: 0, written: 0, ended: 0, isCut: false};
	const held = createHeldCalls({
		emit,
		nextCall: () => nextCall(stage),
		onWhole: call => judgeNative(stage, call),
		onPassed() {
			stage.ended += 1;
		},
	});
	const reader = createReader({
		tools: plan.tools,
		openers: plan.openers,
		emit: part => (part.type === 'text' ? emit(part) : takeAttempt(stage, part.attempt)),
	});
	return {
		event(event) {
			switch (event.type) {
				case 'text':
					return plan.readsText === false ? emit(event) : reader.push(event.text);
				case 'call.start':
					return held.start(event);
				case 'call.delta':
					return held.grow(event);
				case 'call.end':
					return held.end(event.call);
				default:
					return emit(event);
			}
		},
		finish(finish) {
			stage.isCut = finish === 'length';
			reader.end();
			held.release();
			return end(stage, finish);
		},
	};
}

export type StageOptions = {
	readonly plan: RepairPlan;
	readonly names: ToolNames;
	/** What ids of calls are made from. */
	readonly id: string;
	readonly emit: Emit;
	readonly said: () => Readonly<Said>;
};

type Stage = StageOptions & {
	readonly broken: BrokenCall[];
	/** All that were told to the client. */
	calls: number;
	/** How many attempts at a call came as text, also those that can't be run. */
	written: number;
	/** Those that may be run. */
	ended: number;
	/** The model was stopped: what the text ends with is perhaps not all of it. */
	isCut: boolean;
};

/** What the client can judge by itself is left to it: it knows its tools, and says it better. */
function judgeNative(stage: Stage, {start, text}: WholeCall): void {
	const {plan, names} = stage;
	const attempt: Attempt = {
		format: nativeFormat,
		name: names.outward(start),
		arguments: {type: 'json', text},
		isWhole: true,
		raw: text,
	};
	const mended = mendWithin(attempt, plan.tools);
	const given = text.trim() === '' ? '{}' : text;
	const isObject = isJsonObject(parseJson(given));
	const isLeft =
		mended.type === 'call'
			? mended.changes.length === 0
			: isObject && !(mended.type === 'unreadable' && badCodes.has(mended.code));
	if (isLeft) {
		plan.tell('call.well');
		sendCall(stage, {start, text: given, marks: {}});
	} else {
		takeMended(stage, {attempt, mended, start});
	}
}

const badCodes: ReadonlySet<UnreadableCode> = new Set(['empty', 'suspicious']);

function takeAttempt(stage: Stage, found: Attempt): void {
	const {plan, names} = stage;
	const attempt = stage.isCut ? {...found, isWhole: false} : found;
	const read = mendWithin(attempt, plan.tools);
	const echo = plan.echo?.(attempt, read) ?? null;
	// Nobody needs to be asked about what would not run anyway.
	if (echo === 'quoted' || (attempt.isUnclear && read.type !== 'call')) {
		stage.emit({type: 'text', text: found.raw});
		return;
	}
	stage.written += 1;
	const doubt = attempt.isUnclear ? unclearWords : echo === 'perhaps' ? echoQuestion : null;
	const mended = doubt === null || read.type !== 'call' ? read : unclearCall(read.name, doubt);
	const id = `call_${stage.id}_w${stage.written}`;
	const tool = names.inward(mended.type === 'escalation' ? '' : (mended.name ?? ''));
	takeMended(stage, {attempt, mended, start: {type: 'call.start', call: 0, id, ...tool}});
}

const unclearWords =
	'It stands where it may as well be an example. If you mean it, write the call again, alone and as the last thing that you say; if you only show it, put it into a code fence.';

function unclearCall(name: string, why: string): Mended {
	return {type: 'unreadable', name, code: 'unclear', why};
}

type Judged = {
	readonly attempt: Attempt;
	readonly mended: Mended;
	readonly start: CallStart;
};

function takeMended(stage: Stage, {attempt, mended, start}: Judged): void {
	const {plan, names} = stage;
	switch (mended.type) {
		case 'call': {
			const {changes, code} = mended;
			plan.tell(changes.length > 0 ? 'call.mended' : 'call.well', code);
			const tool = names.inward(mended.name);
			const text = JSON.stringify(mended.arguments);
			sendCall(stage, {
				start: {...start, ...tool},
				text: tool.form === 'custom' ? customText(text) : text,
				marks: changes.length > 0 ? {mended: changes} : {},
			});
			break;
		}
		case 'escalation':
			plan.tell('escalation.asked');
			takeEscalation(stage, {attempt, mended, start});
			break;
		case 'unreadable':
			plan.tell(signalOf(mended.code), mended.code);
			takeBroken(stage, {
				start,
				isKnown: mended.name !== null && names.offers(mended.name),
				attempt,
				why: mended.why,
				code: mended.code,
			});
			break;
	}
}

function signalOf(code: UnreadableCode): SignalKind {
	return code === 'empty'
		? 'call.empty'
		: code === 'suspicious'
			? 'call.suspicious'
			: 'call.unreadable';
}

/** A question to the person, where there is one; nothing of it is ever run. */
function takeEscalation(
	stage: Stage,
	{attempt, mended, start}: Judged & {readonly mended: {readonly type: 'escalation'}},
): void {
	const {command, reason} = mended as Extract<Mended, {type: 'escalation'}>;
	if (stage.plan.isEngine) {
		const words = {...(command !== null && {command}), ...(reason !== null && {reason})};
		sendCall(stage, {
			start: {...start, name: permissionTool, namespace: undefined, form: 'function'},
			text: JSON.stringify(words),
			marks: {mended: ['a request for more rights, written as text → this question']},
		});
	} else {
		takeBroken(stage, {
			start,
			isKnown: false,
			attempt,
			why: 'Asking for more rights is not available here. Go on without them, or ask the user in plain words.',
			code: 'escalation',
		});
	}
}

/** The tool by which a model asks the engine for more rights; no request offers it by name. */
const permissionTool = 'request_permission';

function takeBroken(stage: Stage, broken: BrokenCall): void {
	if (!stage.plan.isEngine) {
		stage.broken.push(broken);
		return;
	}
	const {start, attempt, why} = broken;
	const name = start.name === '' ? 'unknown' : start.name;
	stage.plan.tell('call.asked-back', broken.code);
	sendCall(stage, {
		start: {...start, name, form: 'function'},
		text: readableArguments(attempt),
		marks: {broken: why},
	});
}

function sendCall(
	stage: Stage,
	{
		start,
		text,
		marks,
	}: {readonly start: CallStart; readonly text: string; readonly marks: CallMarks},
): void {
	const call = nextCall(stage);
	stage.ended += 1;
	stage.emit({...start, call});
	stage.emit({type: 'call.delta', call, text});
	stage.emit({type: 'call.end', call, ...(stage.plan.isEngine && marks)});
}

function nextCall(stage: Stage): number {
	const call = stage.calls;
	stage.calls += 1;
	return call;
}

function end(stage: Stage, finish: NeutralFinish): StageEnd {
	const {broken, plan, emit, said} = stage;
	const isCalling = stage.ended > 0 && (finish !== 'length' || stage.written > 0);
	const ending: NeutralFinish = finish !== 'refused' && isCalling ? 'calls' : finish;
	if (broken.length === 0) {
		return {finish: ending, again: null};
	}
	if (stage.ended > 0) {
		// The client runs these first; what could not be read is told with them.
		emit({type: 'text', text: noteOf(broken)});
		return {finish: ending, again: null};
	}
	return {finish: 'stop', again: askBack(broken, {said: said().text, timesMax: plan.timesMax})};
}
