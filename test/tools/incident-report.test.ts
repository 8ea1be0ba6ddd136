import {expect, it} from 'vitest';
import {incidentReport} from '../../source/tools/incident-report.ts';
import {tools} from './tool-harness.ts';

it('tells the model what the watchdog knows', async () => {
	const {context} = tools();
	const outcome = await incidentReport.run({}, {...context, incidents: () => ({watching: true})});
	expect(outcome).toMatchObject({status: 'ok', result: {success: true, watching: true}});
});

it('says so where nothing is watched', async () => {
	const {call} = tools();
	expect(await call('incident_report')).toMatchObject({
		status: 'failed',
		failure: {kind: 'not-found'},
	});
});

it('asks nobody', () => {
	const {context} = tools();
	expect(incidentReport.scope({}, context)).toBeNull();
});
