import {fork} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import type {Script} from './upstream-server.ts';

export type Upstream = {
	readonly port: number;
	/** What is answered from now on; resolves to the words with which each answer ends. */
	readonly say: (answer: Omit<Script, 'ending'>) => Promise<string>;
	readonly close: () => void;
};

export async function startUpstream(): Promise<Upstream> {
	const child = fork(join(import.meta.dirname, 'upstream-server.ts'));
	const [address] = await once(child, 'message');
	let answers = 0;
	return {
		port: address.port,
		async say(answer) {
			answers += 1;
			const ending = `END-${answers}.`;
			child.send({...answer, ending} satisfies Script);
			await once(child, 'message');
			return ending;
		},
		close() {
			child.kill();
		},
	};
}
