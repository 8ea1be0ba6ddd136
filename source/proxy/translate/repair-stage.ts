import {isJsonObject} from '../../events/json.ts';
import type {SignalKind} from '../../events/signal.ts';
import type {CallMarks, Emit, NeutralFinish} from '../neutral.ts';
import type {Attempt, Mended, OfferedTool, UnreadableCode} from '../repair/attempt.ts';
import {nativeFormat} from '../repair/mend.ts';
import {createReader} from '../repair/reader.ts';
import type {Openers} from '../repair/reader-openers.ts';
import {askBack, type BrokenCall, noteOf, readableArguments} from './ask-back.ts';
import {doubtOf, type Shapes, unclearCall} from './call-doubts.ts';
import type {Again, Said} from './client-response.ts';
import {customText} from './custom-tool.ts';
import type {Echo} from './echoes.ts';
import {createHeldCalls, type WholeCall} from './held-calls.ts';
import {mendWithin} from './mend-within.ts';
import {parseJson} from './request-reading.ts';
import type {CallStart} from './responses/client-response-items.ts';
import type {ToolNames} from './tool-names.ts';

/** What is needed to repair the calls of one answer. */
export type RepairPlan = {
	/** The offered tools by the names that the provider knows. */
	readonly tools: readonly OfferedTool[];
	/**
	 * Whether the client is our own engine, which shows repairs and tells its model what is wrong.
	 */
	readonly isEngine: boolean;
	readonly timesMax: number;
	readonly openers?: Openers | undefined;
	/** False if the settings say that this provider never writes calls as text. */
	readonly readsText?: boolean | undefined;
	readonly echo?: Echo | undefined;
	/** The formats in which this model writes its calls, as far as they are known. */
	readonly shapes?: Shapes | undefined;
	readonly tell: (kind: SignalKind, code?: string) => void;
};

/**
 * Stands between a provider's events and the client. Calls that were written as text become calls,
 * and damaged calls are repaired, or the model is asked again. Text passes at once. A call is kept
 * back until it is complete, because only then it can be judged. A call that was cut off is never
 * completed.
 */
export type RepairStage = {
	readonly event: Emit;
	/**
	 * Call this when the model has finished. Returns how the answer ends, or what to ask the model.
	 */
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
	/** Ids of calls that were written as text are made from this. */
	readonly id: string;
	readonly emit: Emit;
	readonly said: () => Readonly<Said>;
};

type Stage = StageOptions & {
	readonly broken: BrokenCall[];
	/** The number of calls that the client was told of. */
	calls: number;
	/** The number of calls that were written as text, including those that can't run. */
	written: number;
	/** The number of calls that may run. */
	ended: number;
	/** The model was stopped before its end, so that the end of its text may be missing. */
	isCut: boolean;
};

/**
 * Judges a call that the provider has sent as a call. If the client can judge it itself, it is
 * passed on unchanged, since the client knows its tools better.
 */
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
	// The call would not run anyway, so the model is not asked about it.
	if (echo === 'quoted' || (attempt.isUnclear && read.type !== 'call')) {
		stage.emit({type: 'text', text: found.raw});
		return;
	}
	stage.written += 1;
	const doubt = read.type === 'call' ? doubtOf(attempt, {echo, shapes: plan.shapes}) : null;
	const mended = doubt === null || read.type !== 'call' ? read : unclearCall(read.name, doubt);
	const id = `call_${stage.id}_w${stage.written}`;
	const tool = names.inward(mended.type === 'escalation' ? '' : (mended.name ?? ''));
	takeMended(stage, {attempt, mended, start: {type: 'call.start', call: 0, id, ...tool}});
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
			if (attempt.format !== nativeFormat) {
				plan.shapes?.good(attempt.format);
			}
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

/**
 * Turns the model's request for more permissions into a question to the person, if the client can
 * show one. Nothing of the request is ever run.
 */
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

/** The tool by which a model asks the engine for more permissions. Requests do not offer it. */
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
		// The client runs the other calls first, so the unreadable ones are mentioned together with
		// them.
		emit({type: 'text', text: noteOf(broken)});
		return {finish: ending, again: null};
	}
	return {finish: 'stop', again: askBack(broken, {said: said().text, timesMax: plan.timesMax})};
}
