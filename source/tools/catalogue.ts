import type {ToolDescription} from '../events/part.ts';
import {applyPatch} from './apply-patch.ts';
import {closePtySession} from './close-pty-session.ts';
import {editFile} from './edit-file.ts';
import {fetchUrl} from './fetch-url.ts';
import {hopConnect} from './hop-connect.ts';
import {hopDisconnect} from './hop-disconnect.ts';
import {hopList, hopStatus} from './hop-status.ts';
import {incidentReport} from './incident-report.ts';
import {listFiles} from './list-files.ts';
import {listPtySessions} from './list-pty-sessions.ts';
import {readFileTool} from './read-file.ts';
import {readTerminal} from './read-terminal.ts';
import {requestPermission} from './request-permission.ts';
import {resizeTerminal} from './resize-terminal.ts';
import {runInTerminal} from './run-in-terminal.ts';
import {searchFiles} from './search-files.ts';
import {signalTerminal} from './signal-terminal.ts';
import type {Tool} from './tool.ts';
import {unifiedExec} from './unified-exec.ts';
import {updatePlan} from './update-plan.ts';
import {workerJobs} from './worker-jobs.ts';
import {workerRestart} from './worker-restart.ts';
import {workerStatus} from './worker-status.ts';
import {writeFileTool} from './write-file.ts';
import {writeStdin} from './write-stdin.ts';

/** All tools that the model is offered. A new tool is one file plus one line here. */
export const builtInTools: readonly Tool[] = [
	unifiedExec,
	writeStdin,
	readTerminal,
	listPtySessions,
	signalTerminal,
	resizeTerminal,
	closePtySession,
	runInTerminal,
	readFileTool,
	listFiles,
	searchFiles,
	writeFileTool,
	editFile,
	applyPatch,
	fetchUrl,
	hopConnect,
	hopDisconnect,
	hopStatus,
	hopList,
	workerStatus,
	workerJobs,
	workerRestart,
	incidentReport,
	updatePlan,
];

/** Tools that run if a model calls them, but that are not in the list for the model. */
const unlistedTools: readonly Tool[] = [requestPermission];

export type ToolCatalogue = {
	/** Returns the tool with this name or alias. */
	readonly find: (name: string) => Tool | undefined;
	readonly names: readonly string[];
	/** The names and schemas that are sent to the model. */
	readonly descriptions: readonly ToolDescription[];
};

export function createCatalogue(
	tools: readonly Tool[] = builtInTools,
	{hasWorkers = true}: {readonly hasWorkers?: boolean} = {},
): ToolCatalogue {
	const offered = tools.filter(({needsWorkers}) => hasWorkers || needsWorkers !== true);
	const byName = new Map(
		[...unlistedTools, ...tools].flatMap(tool =>
			[tool.name, ...(tool.aliases ?? [])].map(name => [name, tool] as const),
		),
	);
	return {
		find: name => byName.get(name),
		names: offered.map(tool => tool.name),
		descriptions: offered.map(({name, description, parameters}) => ({
			name,
			description,
			parameters,
		})),
	};
}
