import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import {emptyMemory} from '../../source/watchdog/incident-store.ts';
import {cleanEnvironment, openAgent, openPlace, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {openRobot} from '../helpers/robot.ts';
import {hasTmux, openTmux} from '../helpers/tmux.ts';

const hung: Omit<Incident, 'id' | 'at'> = {
	fault: 'A4',
	name: 'the proxy does not answer',
	pattern: 'A4\n\n\n\ntimeout',
	evidence: {signal: 'proxy.hung', count: 1, code: 'timeout'},
	tier: 'rule',
	why: 'the rule of A4',
	action: {type: 'restart-proxy'},
	status: {type: 'ended', outcome: 'verified', at: 0},
	after: 'The next request to p/m was answered.',
};

function placeWithIncidents(count: number): Place {
	const place = openPlace();
	const incidents = Array.from({length: count}, (_, index) => ({
		...hung,
		id: `incident_${index}`,
		at: Date.now() - (count - index) * 1000,
		name: `trouble number ${index}`,
	}));
	const memory = {version: 1, ...emptyMemory, incidents};
	writeFileSync(join(place.home, 'incidents.json'), JSON.stringify(memory));
	return place;
}

const savedIn = ({home}: Place) => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));

it.skipIf(!hasTmux)(
	'thirty incidents are scrolled, one is read whole, and all are forgotten',
	async () => {
		const agent = openRobot({place: placeWithIncidents(30)});
		await agent.see('? help');
		agent.press('M-3');
		await agent.see(/trouble number 29.*verified/);
		agent.press('End');
		await agent.see('30/30');
		await agent.see('trouble number 0:');
		agent.press('Enter');
		await agent.see(/after +The next request to p\/m was answered/);
		agent.press('Escape');
		await agent.seeNot('Esc closes');
		agent.press('C');
		await agent.see('Keep them');
		agent.press('Down', 'Enter');
		await agent.see('No incident yet');
		await agent.quit();
	},
);

it.skipIf(!hasTmux)(
	'a setting that is changed in place counts at once, and after the next start',
	async () => {
		const place = openPlace({settings: {theme: 'default', monitoring: {tier3: true}}});
		const agent = openRobot({place});
		await agent.see('? help');
		agent.press('M-3');
		await agent.see('s settings');
		agent.press('s');
		await agent.see('rules: on');
		agent.press('Down', 'Enter');
		await agent.see('❯ rules: off');
		expect(savedIn(place)).toEqual({theme: 'default', monitoring: {tier3: true, tier1: false}});
		agent.press('Down', 'Down', 'Down', 'Enter');
		await agent.see('/monitor provider');
		agent.say('practice');
		await agent.see('monitoring.provider is practice from now on');
		await agent.quit();
		const again = openRobot({place});
		await again.see('? help');
		again.press('M-3');
		await again.see('s settings');
		again.press('s');
		await again.see('rules: off');
		await again.see('its provider: practice');
		await again.quit();
	},
);

it.skipIf(!hasTmux)(
	'line by line, another program is not launched, and it is said what to do',
	async () => {
		const program = `'${process.execPath}' '${builtProgram}' --screen-reader launch codex`;
		const tmux = openTmux({
			command: `${program}; echo "ended with $?"; cat`,
			env: cleanEnvironment(openPlace()),
		});
		onTestFinished(tmux.close);
		await tmux.see('Run agent-tui proxy');
		await tmux.see('ended with 2');
	},
);

it.skipIf(!hasTmux)('the file that names a proxy goes with the last proxy', async () => {
	const place = openPlace({settings: {monitoring: {autoRestartProxy: false}}});
	const agent = openAgent({place});
	const file = join(place.home, 'run', 'proxy.json');
	await expect.poll(() => existsSync(file)).toBe(true);
	const {pid} = JSON.parse(readFileSync(file, 'utf8'));
	process.kill(pid, 'SIGKILL');
	await expect.poll(() => existsSync(file)).toBe(false);
	await agent.quit();
});

it.skipIf(!hasTmux)('what the pane shows as on can be typed as on', async () => {
	const place = openPlace({settings: {theme: 'dark'}});
	const agent = openRobot({place});
	await agent.see('? help');
	agent.say('/monitor tier3 on');
	await expect.poll(() => savedIn(place).monitoring.tier3).toBe(true);
	await agent.quit();
});
