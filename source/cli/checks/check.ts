/** One thing that the doctor looked at. Nothing in it is ever a key, or a part of one. */
export type Check = {
	readonly name: string;
	readonly status: 'ok' | 'warn' | 'fail';
	readonly message: string;
	/** What to do about it. */
	readonly hint?: string;
};

export function ok(name: string, message: string): Check {
	return {name, status: 'ok', message};
}

export function warn(name: string, message: string, hint: string): Check {
	return {name, status: 'warn', message, hint};
}

export function fail(name: string, message: string, hint: string): Check {
	return {name, status: 'fail', message, hint};
}
