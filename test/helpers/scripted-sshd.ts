import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {connect} from 'node:net';
import ssh2, {type AuthContext, type Connection, type ServerChannel} from 'ssh2';

/** What a host without PAM can't be made to ask: each method is let through, refused, or partial. */
export type ScriptedSshd = {
	readonly port: number;
	/** Every answer that came, in order, as `method answer`. */
	readonly attempts: readonly string[];
	readonly close: () => Promise<void>;
};

export type LoginScript = {
	/** Methods offered at each stage; a stage that is passed leads to the next, the last one in. */
	readonly stages: readonly (readonly StageMethod[])[];
	/** Lets keys be offered at every stage, and takes none. */
	readonly refusesKeys?: boolean;
	/** Where names lead that only this host knows. */
	readonly names?: Readonly<Record<string, number>>;
};

type StageMethod =
	| {readonly method: 'password'; readonly expected: string}
	| {readonly method: 'publickey'}
	| {
			readonly method: 'keyboard-interactive';
			readonly title?: string;
			readonly instruction?: string;
			readonly rounds: readonly {
				readonly prompt: string;
				readonly echo: boolean;
				readonly expected: string;
			}[];
	  };

export async function startScriptedSshd(
	hostKeyFile: string,
	{stages, names = {}, refusesKeys = false}: LoginScript,
): Promise<ScriptedSshd> {
	const attempts: string[] = [];
	const clients = new Set<Connection>();
	const server = new ssh2.Server({hostKeys: [readFileSync(hostKeyFile)]}, client => {
		clients.add(client);
		let stage = 0;
		client.on('authentication', context => {
			const offered = stages[stage] ?? [];
			const pass = () => {
				stage += 1;
				if (stage === stages.length) {
					context.accept();
				} else {
					context.reject(methodsOf(stages[stage]), true);
				}
			};
			const refuse = () =>
				context.reject([...methodsOf(offered), ...(refusesKeys ? (['publickey'] as const) : [])]);
			if (refusesKeys && context.method === 'publickey') {
				attempts.push('publickey refused');
			}
			judge(context, {offered, attempts, pass, refuse});
		});
		client.on('ready', () => serve(client, names));
		client.on('error', () => {}).on('close', () => clients.delete(client));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		attempts,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				for (const client of clients) {
					client.end();
				}
			}),
	};
}

type Judge = {
	readonly offered: readonly StageMethod[];
	readonly attempts: string[];
	readonly pass: () => void;
	readonly refuse: () => void;
};

function methodsOf(stage: readonly StageMethod[] | undefined) {
	return (stage ?? []).map(({method}) => method);
}

function judge(context: AuthContext, {offered, attempts, pass, refuse}: Judge): void {
	const wanted = offered.find(({method}) => method === context.method);
	if (!wanted) {
		refuse();
		return;
	}
	if (context.method === 'password' && wanted.method === 'password') {
		attempts.push(`password ${context.password}`);
		(context.password === wanted.expected ? pass : refuse)();
	} else if (context.method === 'publickey') {
		if (context.signature === undefined) {
			context.accept();
		} else {
			attempts.push('publickey signed');
			pass();
		}
	} else if (
		context.method === 'keyboard-interactive' &&
		wanted.method === 'keyboard-interactive'
	) {
		const {rounds, title = '', instruction = ''} = wanted;
		context.prompt(
			rounds.map(({prompt, echo}) => ({prompt, echo})),
			title,
			instruction,
			answers => {
				attempts.push(`keyboard-interactive ${answers.join(' ')}`);
				(rounds.every(({expected}, index) => answers[index] === expected) ? pass : refuse)();
			},
		);
	}
}

function serve(client: Connection, names: Readonly<Record<string, number>>): void {
	client.on('session', accept => {
		accept().on('exec', (acceptExec, _reject, {command}) => run(command, acceptExec()));
	});
	client.on('tcpip', (accept, reject, {destIP}) => {
		const port = names[destIP];
		if (port === undefined) {
			reject();
			return;
		}
		const channel = accept();
		const socket = connect({port, host: '127.0.0.1'});
		channel.pipe(socket).pipe(channel);
		channel.on('error', () => socket.destroy());
		socket.on('error', () => channel.end());
	});
}

function run(command: string, channel: ServerChannel): void {
	const child = spawn('/bin/sh', ['-c', command], {stdio: ['pipe', 'pipe', 'pipe']});
	channel.pipe(child.stdin);
	child.stdout.pipe(channel, {end: false});
	child.stderr.pipe(channel.stderr, {end: false});
	child.on('close', code => {
		channel.exit(code ?? 255);
		channel.end();
	});
}
