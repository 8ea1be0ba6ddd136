import {failed} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import {fail, succeed, type Tool} from './tool.ts';

export const incidentReport: Tool = {
	name: 'incident_report',
	description:
		'What the watchdog over the connection to the model knows: how the proxy is, what went wrong in the last days, what was done about it, and whether that was seen to help.',
	parameters: {type: 'object', properties: {}},
	scope: () => null,
	summary: () => 'look at the incidents',
	host: () => localHost,
	isDoneHere: true,
	run: async (_, {incidents}) =>
		incidents ? succeed(incidents()) : fail(failed('not-found', 'Nothing is watched here.')),
};
