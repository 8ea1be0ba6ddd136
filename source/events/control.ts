/**
 * Commands of the watchdog to a running proxy. Each is one `POST /control` with the proxy's token,
 * and the response comes once the command is done. Only the proxy changes its memory and its
 * routes, so no other process edits its files.
 */
export type ProxyCommand =
	/** Forgets which features a provider refuses; for all providers if none is named. */
	| {readonly type: 'clear-caps'; readonly provider?: string; readonly model?: string}
	/** Skips a route for `forMs`, unless it is the only one. */
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
			/**
			 * A `user` needs no further consent; the `watchdog` may switch only to a pair in
			 * `proxy.consent`.
			 */
			readonly by?: 'user' | 'watchdog';
	  }
	| {
			/**
			 * Raises only the limits that are given: a slow first token says nothing about later pauses.
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
	/** Runs the commands that print API keys again. */
	| {readonly type: 'refresh-keys'; readonly provider?: string};

export type ProxyCommandAnswer =
	| {readonly ok: true; readonly done: string}
	| {readonly ok: false; readonly message: string};
