import type {Clock} from '../../platform/clock.ts';
import type {Client, HttpCall} from './client.ts';

/**
 * Fetches a small document from a provider. Resolves to null if it does not arrive completely in
 * time.
 */
export function getText({
	client,
	clock,
	timeoutMs,
	lengthMax,
	...call
}: Pick<HttpCall, 'url' | 'headers' | 'caFile'> & {
	readonly client: Client;
	readonly clock: Clock;
	readonly timeoutMs: number;
	readonly lengthMax: number;
}): Promise<{readonly status: number; readonly text: string} | null> {
	return new Promise(resolve => {
		let text = '';
		let status = 0;
		const finish = (isWhole: boolean) => {
			timer.cancel();
			flow.abort();
			resolve(isWhole ? {status, text} : null);
		};
		const timer = clock.after(timeoutMs, () => finish(false));
		const flow = client.send(
			{...call, method: 'GET', body: ''},
			{
				head(answered) {
					status = answered;
				},
				chunk(chunk) {
					text += Buffer.from(chunk).toString('utf8');
					if (text.length > lengthMax) {
						text = '';
						finish(true);
					}
				},
				end: () => finish(true),
				error: () => finish(false),
			},
		);
	});
}
