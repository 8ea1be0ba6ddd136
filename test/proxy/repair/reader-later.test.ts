import {describe, expect, it} from 'vitest';
import {readReply} from './score.ts';

const tag = '<tool_call>\n{"name": "run_command", "arguments": {"cmd": "ls"}}\n</tool_call>';
const bare = '{"name": "run_command", "arguments": {"cmd": "ls"}}';

describe('a deed that waits for a condition, or was nearly done', () => {
	it.each([
		'After your approval I will run:',
		"When you're ready, I'll start this:",
		'Once you say yes, I will execute:',
		'If nobody objects, I will run this:',
		"I'll run this once you agree:",
		"I'll run it as soon as the review is over:",
		'With your permission I will run:',
		'I was about to run this, let me say:',
		'Sobald du nickst, werde ich das ausführen:',
		'Dès que vous le dites, je vais lancer ceci :',
		'Cuando me digas, voy a ejecutar esto:',
		'Casi ejecuto esto:',
		'Assim que você aprovar, vou executar isto:',
		'Appena mi dai il via, eseguo questo:',
		'Zodra je akkoord bent, ga ik dit uitvoeren:',
		'Как только вы согласитесь, я выполню это:',
		'等您同意之后，我会执行：',
		'ご了承いただければ、次のコマンドを実行します：',
		'동의하시면 다음을 실행하겠습니다:',
	])('is never done unasked: %s', lead => {
		expect(readReply([`${lead}\n\n${bare}`], {}).calls).toEqual([]);
		expect(readReply([`${lead}\n\n${tag}`], {})).toEqual({calls: [], asked: 1});
	});

	it('is never done unasked where the condition stands far before it', () => {
		const lead = `Once you agree with ${'this and '.repeat(30)}that, I will run:`;
		expect(readReply([`${lead}\n\n${tag}`], {})).toEqual({calls: [], asked: 1});
	});

	it.each([
		'Let me see if you have the package:',
		"As you asked, I'll run it:",
		"I'll do a fast check:",
		'Almost done. Now I will run the tests:',
		"That's when it fails, so let me look again:",
		'After your message I want to look again:',
	])('is not one that begins now: %s', lead => {
		expect(readReply([`${lead}\n\n${tag}`], {})).toMatchObject({
			calls: [['run_command', {cmd: 'ls'}]],
		});
	});
});
