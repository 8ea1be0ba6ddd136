/** Ends an exhaustive switch: if a variant has no case, the type check fails here. */
export function assertNever(value: never): never {
	throw new TypeError(`No case handles ${JSON.stringify(value)}`);
}
