import {type ChildProcess, fork} from 'node:child_process';
import {join} from 'node:path';
import type {Message, Script} from './upstream-server.ts';

export type Upstream = {
	readonly port: number;
	/** Sets the answer to all requests from now on. */
	readonly say: (answer: Omit<Script, 'ending'>) => Promise<Announced>;
	readonly close: () => void;
};

export type Announced = {
	/** The last words of the answer. When they are on the screen, the answer is complete. */
	readonly ending: string;
	/** When these words were sent: milliseconds since the epoch, with fractions. */
	readonly endedAt: Promise<number>;
};

export async function startUpstream(): Promise<Upstream> {
	const child = fork(join(import.meta.dirname, 'upstream-server.ts'));
	const {port} = await next(child, 'listening');
	let answers = 0;
	return {
		port,
		async say(answer) {
			answers += 1;
			const ending = `END-${answers}.`;
			const taken = next(child, 'taken');
			child.send({...answer, ending} satisfies Script);
			await taken;
			return {ending, endedAt: next(child, 'ended').then(({at}) => at)};
		},
		close() {
			child.kill();
		},
	};
}

function next<Type extends Message['type']>(
	child: ChildProcess,
	type: Type,
): Promise<Extract<Message, {type: Type}>> {
	return new Promise((resolve, reject) => {
		const finish = () => {
			child.off('message', onMessage);
			child.off('exit', onExit);
		};
		const onMessage = (message: Message) => {
			if (message.type === type) {
				finish();
				resolve(message as Extract<Message, {type: Type}>);
			}
		};
		const onExit = () => {
			finish();
			reject(new Error('The scripted model ended.'));
		};
		child.on('message', onMessage);
		child.on('exit', onExit);
	});
}
