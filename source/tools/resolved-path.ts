import {homedir} from 'node:os';
import {dirname, isAbsolute, relative, resolve, sep} from 'node:path';
import type {RiskFacts, Scope} from '../events/authorization.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {Files} from '../platform/files.ts';
import {realPath} from '../platform/real-path.ts';
import {createSecrets, type Secrets} from '../platform/secret-places.ts';
import {fileFailure} from './file-failure.ts';
import {filesOf} from './files.ts';
import type {ToolContext} from './tool.ts';

/** A path with its links and `..` resolved, and how it is shown. */
export type ResolvedPath = {
	readonly path: string;
	readonly isInside: boolean;
	/** The path as it is shown: relative to the working folder if that is shorter. */
	readonly shown: string;
};

/**
 * Resolves a path on this machine. Remote paths stay as written; `findPlace` resolves and checks
 * them.
 */
export function pathAsWritten(path: unknown, context: ToolContext): ResolvedPath {
	const written = resolve(context.cwd, withHome(path, context));
	return context.host === localHost
		? placeAt(realPath(written), {context, workspace: realPath(context.workspace)})
		: placeAt(written, {context, workspace: context.workspace});
}

export type FoundPlace = ResolvedPath & {readonly files: Files};

/**
 * Resolves a path on the call's machine. The user was asked about the path as written, so a link
 * that leads out of the workspace is refused, not followed.
 */
export async function resolvePath(
	path: unknown,
	context: ToolContext,
): Promise<Result<FoundPlace>> {
	const found = filesOf(context);
	if (!found.ok) {
		return found;
	}
	const files = found.value;
	const place = pathAsWritten(path, context);
	if (context.host === localHost) {
		return {ok: true, value: {...place, files}};
	}
	try {
		const {signal} = context;
		const [real, workspace] = await Promise.all([
			files.realpath(fullPath(path, context), {signal}),
			files.realpath(context.workspace, {signal}),
		]);
		const actual = placeAt(real, {context, workspace});
		const {at} = secretsOf(context);
		const isHidden = at(real) !== null && secretAt(path, context) === null;
		return isHidden || (place.isInside && !actual.isInside)
			? {ok: false, failure: leadsOut(place.shown, real)}
			: {ok: true, value: {...actual, files}};
	} catch (error) {
		return {ok: false, failure: fileFailure(error, place.shown)};
	}
}

/**
 * Makes the path absolute. `..` after a link depends on the link's target, so only the machine with
 * the files can resolve it.
 */
function fullPath(path: unknown, context: ToolContext): string {
	const written = withHome(path, context);
	return isAbsolute(written) ? written : `${context.cwd}/${written}`;
}

function placeAt(
	path: string,
	{context, workspace}: {context: ToolContext; workspace: string},
): ResolvedPath {
	return {
		path,
		isInside: !isOutside(relative(workspace, path)),
		shown: shownPath(path, context.cwd),
	};
}

function leadsOut(shown: string, real: string): Failure {
	return failed(
		'denied',
		`${shown} is or lies behind a link that leads to another place, ${real}. Name that path itself, so that the person can be asked about it.`,
	);
}

/** Returns the scope for reading a path. Reading inside the workspace needs no permission. */
export function readScope(path: unknown, context: ToolContext): Scope | null {
	const isOpen = pathAsWritten(path, context).isInside && secretAt(path, context) === null;
	return isOpen ? null : 'read';
}

/**
 * Returns which secrets the file holds; null if none. Checks the path as written and the file to
 * which it leads.
 */
function secretAt(path: unknown, context: ToolContext): string | null {
	const {at} = secretsOf(context);
	const written = resolve(context.cwd, withHome(path, context));
	return at(written) ?? at(pathAsWritten(path, context).path);
}

/** Decides which files a listing or search of a folder may name and read. */
export type FolderAccess = {
	/** Whether a file may be named. Files in a folder of secrets may not; the folder itself may. */
	readonly mayName: (path: string) => boolean;
	readonly mayRead: (path: string) => boolean;
};

/** If the user was asked about the folder itself, its content is allowed too. */
export function accessIn(root: ResolvedPath, context: ToolContext): FolderAccess {
	const {at} = secretsOf(context);
	const workspace = context.host === localHost ? realPath(context.workspace) : context.workspace;
	const ruleOf = (path: string) => context.ruleForReading?.(shownPath(path, workspace)) ?? null;
	const [isSecret, isRuled] = [at(root.path) !== null, ruleOf(root.path) === 'ask'];
	const isAllowed = (path: string) => {
		const rule = ruleOf(path);
		return rule === null || (rule === 'ask' && isRuled);
	};
	return {
		mayName: path => isAllowed(path) && (isSecret || at(dirname(path)) === null),
		mayRead: path => isAllowed(path) && (isSecret || at(path) === null),
	};
}

function secretsOf({secrets = createSecrets()}: ToolContext): Secrets {
	return secrets;
}

/**
 * Returns the resolved paths, which the card shows, and with which rules for folders are compared.
 */
export function pathRisks(paths: readonly unknown[], context: ToolContext): RiskFacts {
	const {host, workspace} = context;
	const root = host === localHost ? realPath(workspace) : workspace;
	const secret = paths.map(path => secretAt(path, context)).find(what => what !== null);
	return {
		targets: paths.map(path => shownPath(pathAsWritten(path, context).path, root)),
		...(secret !== undefined && {raises: `it holds ${secret}`}),
	};
}

export function shownPath(path: string, folder: string): string {
	const fromHere = relative(folder, path);
	return fromHere === '' ? '.' : isOutside(fromHere) ? path : fromHere;
}

export function withHome(
	path: unknown,
	{host, files}: Pick<ToolContext, 'host' | 'files'>,
): string {
	const written = typeof path === 'string' && path !== '' ? path : '.';
	const isHome = written === '~' || written.startsWith('~/');
	const home = files?.home ?? (host === localHost ? homedir() : null);
	return isHome && home !== null ? home + written.slice(1) : written;
}

function isOutside(fromFolder: string): boolean {
	return fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder);
}
