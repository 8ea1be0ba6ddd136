import {afterAll, expect, it, onTestFinished} from 'vitest';
import {linkTo, runOver, scriptedPorts} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('silence, with the usual keep-alive of 10 s three times', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it('is noticed after 30 s, and an idle link lives on beside it', async () => {
		const frozen = await lab.startServer({alias: 'frozen'});
		await lab.startServer({alias: 'idle'});
		const ports = scriptedPorts(lab.configFile);
		const link = await linkTo('frozen', ports);
		const idle = await linkTo('idle', ports);
		let isIdleLost = false;
		idle.onLost(() => {
			isIdleLost = true;
		});
		onTestFinished(() => idle.close());
		await runOver(link, 'true');
		frozen.freeze();
		onTestFinished(frozen.thaw);
		const failure = await new Promise<{message: string}>(resolve => link.onLost(resolve));
		expect(failure.message).toContain('has not answered for 30 s');
		expect(isIdleLost).toBe(false);
		expect((await runOver(idle, 'echo alive')).output).toBe('alive\n');
	});
});
