import {readFileSync} from 'node:fs';
import type {Agent} from 'node:http';
import type {TLSSocket} from 'node:tls';
import type {Environment} from '../../platform/folders.ts';

/**
 * Pools of HTTP/1.1 connections that are kept alive. Each pool belongs to one origin and one set of
 * trusted certificates, and each connection serves one request at a time. The environment variables
 * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` decide which requests go through a proxy; requests to
 * this machine never do.
 */
export type Agents = {
	readonly of: (protocol: string, ca: Certificates) => Agent;
	readonly isProxied: (url: URL) => boolean;
	/** Reads the certificates of a file. Throws if the file can't be read. */
	readonly certificates: (caFile: string | undefined) => Certificates;
	/**
	 * Adds a connection to the pool that was opened to find out whether the server speaks HTTP/2. The
	 * next request to this origin uses it.
	 */
	readonly adopt: (origin: string, socket: TLSSocket) => void;
	readonly close: () => void;
};

export type Certificates = {readonly file: string; readonly list: readonly string[]} | null;

const idleSocketsMax = 64;

export function createAgents(env: Environment): Agents {
	const agents = new Map<string, Agent>();
	const files = new Map<string, Certificates>();
	const spares = new Map<string, TLSSocket>();
	const proxyEnv = proxyEnvironment(env);
	const create = (protocol: string, ca: Certificates) => {
		const module = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
		const agent = new module.Agent({
			keepAlive: true,
			...({noDelay: true} as object),
			maxFreeSockets: idleSocketsMax,
			...(proxyEnv ? {proxyEnv} : {}),
			...(ca ? {ca: [...ca.list]} : {}),
		}) as Agent;
		return protocol === 'https:' ? takingSpares(agent, spares) : agent;
	};
	return {
		of(protocol, ca) {
			const key = `${protocol} ${ca?.file ?? ''}`;
			const known = agents.get(key);
			if (known) {
				return known;
			}
			const agent = create(protocol, ca);
			agents.set(key, agent);
			return agent;
		},
		isProxied: url => proxyEnv !== null && goesThroughProxy(url, proxyEnv),
		certificates(caFile) {
			if (caFile === undefined) {
				return null;
			}
			const known = files.get(caFile) ?? readCertificates(caFile);
			files.set(caFile, known);
			return known;
		},
		adopt(origin, socket) {
			spares.get(origin)?.destroy();
			spares.set(origin, socket);
			const forget = () => {
				if (spares.get(origin) === socket) {
					spares.delete(origin);
				}
			};
			socket.once('close', forget);
			socket.on('error', forget);
		},
		close() {
			for (const socket of spares.values()) {
				socket.destroy();
			}
			for (const agent of agents.values()) {
				agent.destroy();
			}
		},
	};
}

type Connect = (options: {host?: string; port?: number | string}, done: unknown) => unknown;

function takingSpares(agent: Agent, spares: Map<string, TLSSocket>): Agent {
	const connecting = agent as unknown as {createConnection: Connect};
	const usual = connecting.createConnection.bind(agent);
	connecting.createConnection = (options, done) => {
		const origin = originOf(options.host ?? '', options.port ?? '');
		const spare = spares.get(origin);
		spares.delete(origin);
		return spare && !spare.destroyed ? spare : usual(options, done);
	};
	return agent;
}

export function originOf(host: string, port: number | string): string {
	return `${host.replace(/^\[|\]$/g, '')}:${port || '443'}`;
}

export function connectTimeout(connectMs: number): NodeJS.ErrnoException {
	return Object.assign(new Error(`No connection within ${connectMs} ms`), {code: 'CONNECT_LIMIT'});
}

/**
 * Returns the certificates of a file, after those that are trusted anyway: a list given to a
 * connection replaces the default ones.
 */
function readCertificates(file: string): Certificates {
	return {file, list: [...trustedWithoutFile(), readFileSync(file, 'utf8')]};
}

/**
 * Returns the certificates that are trusted without a file, including `NODE_EXTRA_CA_CERTS`, and
 * the system's store if Node was told to use it. A Node before 22.15 can list only those it ships
 * with.
 */
function trustedWithoutFile(): readonly string[] {
	const tls: Partial<Pick<typeof import('node:tls'), 'getCACertificates'>> &
		Pick<typeof import('node:tls'), 'rootCertificates'> = process.getBuiltinModule('node:tls');
	return tls.getCACertificates?.('default') ?? tls.rootCertificates;
}

const thisMachine = ['localhost', '127.0.0.1', '::1'] as const;

type ProxyEnvironment = Readonly<
	Partial<Record<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY', string>>
>;

function proxyEnvironment(env: Environment): ProxyEnvironment | null {
	const either = (name: string) => env[name.toLowerCase()] || env[name];
	const all = either('ALL_PROXY');
	const http = either('HTTP_PROXY') || all;
	const https = either('HTTPS_PROXY') || all;
	if (!http && !https) {
		return null;
	}
	const none = [either('NO_PROXY'), ...thisMachine].filter(Boolean).join(',');
	return {
		...(http ? {HTTP_PROXY: http} : {}),
		...(https ? {HTTPS_PROXY: https} : {}),
		NO_PROXY: none,
	};
}

/**
 * Node supports proxies from the environment since 22.21 and 24.5. Older versions ignore these
 * variables, so the user is told.
 */
export function proxyNotes(
	env: Environment,
	{isHeeded = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')} = {},
): readonly string[] {
	return proxyEnvironment(env) === null || isHeeded
		? []
		: ['HTTPS_PROXY or HTTP_PROXY is set, but this version of Node can’t use it: 22.21 can.'];
}

function goesThroughProxy(url: URL, env: ProxyEnvironment): boolean {
	const proxy = url.protocol === 'https:' ? env.HTTPS_PROXY : env.HTTP_PROXY;
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const exceptions = (env.NO_PROXY ?? '').split(',').map(each => each.trim().toLowerCase());
	return (
		proxy !== undefined &&
		!exceptions.some(
			each =>
				each === '*' ||
				each === host ||
				(each !== '' && host.endsWith(`.${each.replace(/^\*?\./, '')}`)),
		)
	);
}
