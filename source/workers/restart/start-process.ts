import {failed} from '../../events/failure.ts';
import {startScript} from '../process/scripts.ts';
import {type Restart, stopHere} from './steps.ts';

/**
 * Starts the worker detached and without a shell, and writes its pid to the pid file. That file may
 * still name `oldPid`; if it names another process, nothing is started.
 */
export async function startProcess(
	{worker, machine, tell}: Restart,
	oldPid: number | null,
): Promise<void> {
	const {pidfile, cwd = '~', logfile = '/dev/null', start, env = {}} = worker;
	const asked = await machine.script({
		script: startScript,
		parameters: [pidfile, cwd, logfile, String(oldPid ?? ''), ...start],
		input: Object.entries(env)
			.map(([name, value]) => `${name}=${value}\n`)
			.join(''),
	});
	if (!asked.ok) {
		stopHere({
			...asked.failure,
			message: `${asked.failure.message} Whether the worker was started is not known.`,
		});
	}
	const [answer = '', pid = '', name = ''] = asked.value.output.trim().split(' ');
	if (answer !== 'started') {
		const why = refusals[answer]?.(worker) ?? asked.value.errors.trim();
		stopHere(failed(answer === 'taken' ? 'conflict' : 'refused', `It was not started: ${why}`));
	}
	tell(`started as process ${pid}`);
	if (name === 'unnamed') {
		const words = `Process ${pid} was started, but its pid could not be written to ${pidfile}, so nothing knows it as the worker ${worker.name}. Write it there, or end the process, before the next restart.`;
		stopHere(failed('incomplete', words));
	}
}

type RefusalWords = (worker: Restart['worker']) => string;

const refusals: Readonly<Record<string, RefusalWords>> = {
	folder: ({cwd}) => `the folder ${cwd ?? '~'} can’t be entered.`,
	command: ({start}) => `there is no program ${start[0]} that can be run.`,
	log: ({logfile}) => `the log ${logfile} can’t be written.`,
	pidfile: ({pidfile}) => `the pid file ${pidfile} can’t be written.`,
	locked: ({pidfile}) =>
		`another restart holds ${pidfile}.lock. If none is under way, remove that folder.`,
	taken: ({pidfile}) => `${pidfile} names another process by now: somebody else has started it.`,
};
