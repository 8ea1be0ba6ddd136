/** Ends an exhaustive switch: a new variant that nobody handles fails the type check here. */
export function assertNever(value: never): never {
	throw new TypeError(`No case handles ${JSON.stringify(value)}`);
}
