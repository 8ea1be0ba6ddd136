/**
 * What the watchdog may ask of a running proxy: `POST /control` with the proxy's token, one command
 * each, answered when it has been done. Only the proxy can clear its own memory or change its mind
 * about a route, so nobody edits its files behind its back.
 */
export type ProxyCommand =
	/** Forgets what was learned about what a provider refuses; everything, without names. */
	| {readonly type: 'clear-caps'; readonly provider?: string; readonly model?: string}
	/** Leaves a route out until then, unless it is the only one. */
	| {
			readonly type: 'cool-down';
			readonly provider: string;
			readonly model?: string;
			readonly forMs: number;
	  }
	/** Takes requests for `model` to this route first, from now on. */
	| {
			readonly type: 'switch-route';
			readonly model: string;
			readonly to: {readonly provider: string; readonly model: string};
			/** A user's own wish is his consent; the watchdog needs a pair in `proxy.consent`. */
			readonly by?: 'user' | 'watchdog';
	  }
	| {
			/** Each limit by itself: a slow first word says nothing of the pauses between words. */
			readonly type: 'raise-timeout';
			readonly provider: string;
			readonly model?: string;
			readonly firstByteMs?: number;
			readonly connectMs?: number;
			readonly gapMs?: number;
	  }
	/** Lets the next request through to a route that was given up. */
	| {readonly type: 'reset-breaker'; readonly provider: string; readonly model?: string}
	/** Asks again for keys that come from a command. */
	| {readonly type: 'refresh-keys'; readonly provider?: string};

export type ProxyCommandAnswer =
	| {readonly ok: true; readonly done: string}
	| {readonly ok: false; readonly message: string};
