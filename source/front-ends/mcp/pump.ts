import {isJsonObject, type JsonObject, parseJson} from '../../events/json.ts';
import {deliveredMethod} from '../../mcp-server/identity.ts';
import {idOfLongLine, type LongLine, lineBytesMax} from '../../platform/line-reader.ts';
import {createEngineDoor, type EngineDoor, type PassedLine, type Reached} from './engine-door.ts';
import {createEngineQuestions, type EngineQuestions} from './engine-questions.ts';
import {createHandshake, type Handshake} from './handshake.ts';
import {inExpectedForm} from './request-form.ts';
import {discoverResult, emptyList, hasEnvelope, initializeResult} from './static-answers.ts';

export type PumpPorts = {
	/** Writes one line to the client. Calls `taken` once the system has accepted the line. */
	readonly write: (line: string, taken?: () => void) => void;
	readonly reach: (how: {readonly isStarted: boolean}) => Promise<Reached>;
	readonly tools: (params: unknown) => Promise<JsonObject>;
	/** Called with the name that the client gives itself. */
	readonly onClient: (name: string) => void;
};

/**
 * Passes lines between a client and an engine. It answers requests that need no engine by itself,
 * because many clients start a server only to list its tools. It parses a line only as far as
 * needed to know who has to answer it.
 */
export type Pump = {
	readonly fromClient: (line: string) => void;
	readonly fromEngine: (line: string) => void;
	/**
	 * Call this when the engine has ended. The client gets an error for each request that is still
	 * open.
	 */
	readonly engineGone: () => void;
	readonly tooLong: (line: LongLine) => void;
	/**
	 * Call this for a line of the engine that is too long to read. The client gets an error instead.
	 */
	readonly answerTooLong: (line: LongLine) => void;
	/** How many requests of the client still wait for an answer. */
	readonly openCount: () => number;
	readonly isReaching: () => boolean;
};

type Id = string | number;

const codes = {
	parse: -32_700,
	invalid: -32_600,
	unknown: -32_601,
	wrong: -32_602,
	internal: -32_603,
	gone: -32_000,
	busy: -32_000,
};

/** How many requests of one client may wait for an answer. */
const openMax = 2000;

/** Requests for which an engine is started if none runs. */
const engineMethods: ReadonlySet<string> = new Set([
	'tools/call',
	'resources/read',
	'resources/subscribe',
	'resources/unsubscribe',
]);

/** Requests about tasks, which only the newer revisions of MCP have. */
const taskMethods: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);

/** Requests after whose answer the engine is told that the client has got it. */
const resultMethods: readonly unknown[] = ['tools/call', 'tasks/get'];

/**
 * Requests for lists that are empty as long as no engine runs, with the name of the list in the
 * answer.
 */
const lists: Readonly<Record<string, string>> = {
	'resources/list': 'resources',
	'resources/templates/list': 'resourceTemplates',
};

const listenMethod = 'subscriptions/listen';
/** The list of tools is given without an engine. */
const listMethod = 'tools/list';

/** What the functions of one pump have in common. */
type Works = {
	readonly ports: PumpPorts;
	readonly handshake: Handshake;
	readonly door: EngineDoor;
	readonly questions: EngineQuestions;
	/** The ids and methods of the requests that still wait for an answer. */
	readonly open: Map<Id, string>;
	readonly answer: (id: Id, result: JsonObject) => void;
	readonly refuse: (id: Id | null, code: number, message: string) => void;
};

export function createPump(ports: PumpPorts): Pump {
	const open: Works['open'] = new Map();
	const handshake = createHandshake();
	const questions = createEngineQuestions();
	const say = (told: object) => ports.write(JSON.stringify({jsonrpc: '2.0', ...told}));
	const answer = (id: Id, result: JsonObject) => {
		open.delete(id);
		say({id, result});
	};
	const refuse = (id: Id | null, code: number, message: string) => {
		if (id !== null) {
			open.delete(id);
		}
		say({id, error: {code, message}});
	};
	const door = createEngineDoor({
		reach: ports.reach,
		handshake,
		onNone: (passed, why) => withoutEngine(works, passed, why),
	});
	const works: Works = {ports, handshake, door, questions, open, answer, refuse};
	return {
		fromClient: line => takeLine(works, line),
		fromEngine: line => passBack(works, line),
		engineGone() {
			door.gone();
			for (const withdrawal of questions.withdraw()) {
				ports.write(JSON.stringify(withdrawal));
			}
			for (const [id, method] of [...open]) {
				if (method !== listMethod) {
					refuse(id, codes.gone, goneWords);
				}
			}
		},
		tooLong(line) {
			// The long line may be the client's answer to a question of the engine. Then its id is no
			// request's id.
			const isRequest = /"method"\s*:/.test(`${line.head} ${line.tail}`);
			const id = isRequest ? idOfLongLine(line) : null;
			say({id, error: {code: codes.invalid, message: tooLongWords(line)}});
		},
		answerTooLong(line) {
			const id = idOfLongLine(line);
			if (id !== null && open.has(id)) {
				refuse(id, codes.internal, tooLongWords(line));
			}
		},
		openCount: () => open.size,
		isReaching: door.isReaching,
	};
}

function tooLongWords({bytes}: LongLine): string {
	return `The line has ${Math.round(bytes / 1_048_576)} MB; ${lineBytesMax / 1_048_576} MB are read.`;
}

const goneWords =
	'The session of agent-tui ended while this was being answered. It may have had effects: look before you repeat it. The next call begins the session anew.';

function takeLine(works: Works, line: string): void {
	if (line.trim() === '') {
		return;
	}
	const message = parseJson(line);
	if (message === undefined) {
		works.refuse(null, codes.parse, 'This line is no JSON.');
	} else if (isRequest(message)) {
		takeRequest(works, message);
	} else if (isNotice(message) && !('id' in message) && message['jsonrpc'] === '2.0') {
		if (message.method !== deliveredMethod) {
			works.handshake.notice(line, message);
			works.door.passIfOpen(line);
		}
	} else if (isResponse(message)) {
		const answer = works.questions.answered(message);
		answer && works.door.passIfOpen(JSON.stringify(answer));
	} else {
		const words = 'This is no request of JSON-RPC 2.0; several in one line are not taken.';
		works.refuse(null, codes.invalid, words);
	}
}

function takeRequest(works: Works, message: Request): void {
	const {id, method, params} = message;
	const {ports, handshake, open, answer, refuse} = works;
	if (open.has(id)) {
		// Refuse only the second request. The first one with this id is still open and will get its own
		// answer.
		ports.write(JSON.stringify({jsonrpc: '2.0', id, error: duplicate}));
		return;
	}
	if (open.size >= openMax) {
		refuse(id, codes.busy, `${openMax} requests wait for their answers; no more are taken.`);
		return;
	}
	switch (method) {
		case 'initialize':
			ports.onClient(handshake.initialize(params));
			return answer(id, initializeResult(params));
		case 'server/discover':
			return answer(id, discoverResult());
		case 'ping':
			return answer(id, {});
		case listMethod:
			open.set(id, method);
			ports.tools(params).then(
				result => answer(id, result),
				() => refuse(id, codes.internal, 'The tools could not be listed.'),
			);
			return;
		default:
			return takeForEngine(works, message);
	}
}

const duplicate = {code: codes.invalid, message: 'A request with this id is still being answered.'};

function takeForEngine(works: Works, message: Request): void {
	const {id, method, params} = message;
	const isTask = taskMethods.has(method) && hasEnvelope(params);
	const needsEngine = isTask || engineMethods.has(method);
	const isListen = method === listenMethod;
	if (!(needsEngine || isListen || Object.hasOwn(lists, method))) {
		works.refuse(id, codes.unknown, `Method not found: ${method.slice(0, methodLengthMax)}`);
		return;
	}
	const formed = inExpectedForm(message);
	if ('problem' in formed) {
		works.refuse(id, codes.wrong, formed.problem);
		return;
	}
	if (hasEnvelope(params)) {
		works.ports.onClient(works.handshake.envelopeName(params));
	}
	if (isListen && works.handshake.isFull()) {
		works.refuse(id, codes.busy, 'This client listens in too many places already.');
		return;
	}
	if (!isListen) {
		works.open.set(id, method);
	}
	works.door.pass({line: JSON.stringify(formed.request), id, needsEngine, isListen});
}

const methodLengthMax = 100;

function withoutEngine(
	{answer, refuse, ports, handshake}: Works,
	passed: PassedLine,
	why: string | null,
) {
	const {line, id, isListen} = passed;
	if (id === null) {
		return;
	}
	const {method, params} = parseJson(line) as Request;
	const list = lists[method];
	if (list !== undefined && why === null) {
		answer(id, emptyList(list, params));
	} else if (isListen && why === null) {
		ports.write(JSON.stringify(handshake.listen(id, line)));
	} else {
		refuse(id, codes.gone, why ?? 'No session of agent-tui runs.');
	}
}

function passBack({ports, handshake, open, door, questions}: Works, line: string): void {
	const message = parseJson(line, Number.POSITIVE_INFINITY);
	if (!isJsonObject(message) || handshake.isReplayed(message)) {
		return;
	}
	if (!isResponse(message)) {
		const told = questions.told(message);
		ports.write(told === message ? line : JSON.stringify(told));
		return;
	}
	const id = message['id'] as Id;
	const method = open.get(id);
	open.delete(id);
	handshake.answered(id);
	const told = JSON.stringify({jsonrpc: '2.0', method: deliveredMethod, params: {id}});
	ports.write(line, resultMethods.includes(method) ? () => door.passIfOpen(told) : undefined);
}

type Request = JsonObject & {readonly id: Id; readonly method: string};

function isRequest(value: unknown): value is Request {
	return isNotice(value) && value['jsonrpc'] === '2.0' && isId(value['id']);
}

function isNotice(value: unknown): value is JsonObject & {readonly method: string} {
	return isJsonObject(value) && typeof value['method'] === 'string';
}

function isResponse(value: unknown): value is JsonObject {
	return isJsonObject(value) && isId(value['id']) && ('result' in value || 'error' in value);
}

/** Only strings and integers are valid ids: the engine would not answer to anything else. */
function isId(value: unknown): value is Id {
	return typeof value === 'string' || Number.isSafeInteger(value);
}
