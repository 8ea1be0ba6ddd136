export type Arguments = {
	/** Null if the settings decide. */
	readonly port: number | null;
	readonly host: string;
	readonly json: boolean;
};

export type ParsedArguments =
	| {readonly ok: true; readonly value: Arguments}
	| {readonly ok: false; readonly message: string};

/** Parses `--port N --host ADDRESS --json`, also in the form `--port=N`. */
export function parseProxyArguments(argv: readonly string[]): ParsedArguments {
	let port: number | null = null;
	let host = '127.0.0.1';
	let json = false;
	const words = argv.flatMap(splitWord);
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index]!;
		const value = words[index + 1];
		if (word === '--json') {
			json = true;
			continue;
		}
		if (word !== '--port' && word !== '--host') {
			return refused(`“${word}” is not known. Use --port N, --host ADDRESS, --json.`);
		}
		if (value === undefined) {
			return refused(`${word} needs a value.`);
		}
		index += 1;
		if (word === '--host') {
			host = value;
		} else if (isPort(value)) {
			port = Number(value);
		} else {
			return refused(`“${value}” is not a port: a number from 0 (any free one) to 65535.`);
		}
	}
	return isLoopback(host)
		? {ok: true, value: {port, host, json}}
		: refused(
				`The proxy holds your keys, so it listens on this machine only: 127.0.0.1, ::1 or localhost, not ${host}.`,
			);
}

const portMax = 65_535;

function splitWord(word: string): readonly string[] {
	const equals = word.startsWith('--') ? word.indexOf('=') : -1;
	return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function isPort(text: string): boolean {
	return /^\d{1,5}$/.test(text) && Number(text) <= portMax;
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refused(message: string): ParsedArguments {
	return {ok: false, message};
}
