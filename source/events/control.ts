/**
 * Commands of the watchdog for a running proxy: `POST /control` with the proxy's token, one command
 * each; the answer comes when it is done. Only the proxy changes its memory and its routes, so no
 * other process edits its files.
 */
export type ProxyCommand =
	/** Forgets which features a provider refuses; for all providers if none is named. */
	| {readonly type: 'clear-caps'; readonly provider?: string; readonly model?: string}
	/** Skips a route until then, unless it is the only one. */
	| {
			readonly type: 'cool-down';
			readonly provider: string;
			readonly model?: string;
			readonly forMs: number;
	  }
	/** Sends requests for `model` to this route first, from now on. */
	| {
			readonly type: 'switch-route';
			readonly model: string;
			readonly to: {readonly provider: string; readonly model: string};
			/** A `user` needs no other consent; the `watchdog` needs a pair in `proxy.consent`. */
			readonly by?: 'user' | 'watchdog';
	  }
	| {
			/**
			 * Raises one limit only: a slow first token says nothing about pauses between tokens.
			 */
			readonly type: 'raise-timeout';
			readonly provider: string;
			readonly model?: string;
			readonly firstByteMs?: number;
			readonly connectMs?: number;
			readonly gapMs?: number;
			readonly wholeMs?: number;
	  }
	/** Lets the next request try a route that the breaker had closed off. */
	| {readonly type: 'reset-breaker'; readonly provider: string; readonly model?: string}
	/** Runs the commands again that print keys. */
	| {readonly type: 'refresh-keys'; readonly provider?: string};

export type ProxyCommandAnswer =
	| {readonly ok: true; readonly done: string}
	| {readonly ok: false; readonly message: string};
