import type {ServerContext} from '@modelcontextprotocol/server';

type Mcp = Pick<ServerContext['mcpReq'], 'notify' | '_meta'>;

/**
 * Returns a function that tells the client how far its call is; null if the client has not asked for
 * that. A failure to send is logged, once for each request, and never ends the call: if the client
 * has left, the connection itself notices that.
 */
export function progressTo(
	{notify, _meta}: Mcp,
	log: (line: string) => void,
): ((message: string) => void) | null {
	const progressToken = _meta?.progressToken;
	if (progressToken === undefined) {
		return null;
	}
	let progress = 0;
	let hasFailed = false;
	return message => {
		progress += 1;
		const params = {progressToken, progress, message};
		notify({method: 'notifications/progress', params}).catch((error: unknown) => {
			if (!hasFailed) {
				hasFailed = true;
				log(`The progress of a call could not be sent to its client: ${String(error)}`);
			}
		});
	};
}
