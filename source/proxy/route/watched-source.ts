import type {ReadingState} from '../../events/reading.ts';
import type {AskedServer, LocalServers} from './local-servers.ts';
import type {Sink, Source} from './source.ts';
import {withoutProgress} from './told-progress.ts';

/**
 * Wraps a source: reports what the server does until its answer begins. Each report shows that the
 * server is working.
 */
export function watchedSource(
	source: Source,
	{
		servers,
		asked,
		isToldInStream,
		onState,
	}: {
		readonly servers: LocalServers;
		readonly asked: AskedServer;
		/** Whether the server was asked to report its progress in the stream. */
		readonly isToldInStream: boolean;
		readonly onState: (state: ReadingState) => void;
	},
): Source {
	return sink => {
		let last: ReadingState | null = null;
		const tell = (state: ReadingState) => {
			sink.atWork();
			if (state.what !== last?.what || state.percent !== last.percent) {
				last = state;
				onState(state);
			}
		};
		const watch = servers.watch(asked, tell);
		const tellFromStream = (state: ReadingState) => {
			watch.stop();
			tell(state);
		};
		const heard = stopping(sink, watch.stop);
		const flow = source(isToldInStream ? withoutProgress(heard, tellFromStream) : heard);
		return {
			...flow,
			abort() {
				watch.stop();
				flow.abort();
			},
		};
	};
}

function stopping(sink: Sink, stop: () => void): Sink {
	let isStopped = false;
	const once = () => {
		if (!isStopped) {
			isStopped = true;
			stop();
		}
	};
	return {
		...sink,
		chunk(chunk) {
			once();
			sink.chunk(chunk);
		},
		end() {
			once();
			sink.end();
		},
		fail(failure) {
			once();
			sink.fail(failure);
		},
	};
}
