import {createHash} from 'node:crypto';
import type {AuthProvider, OAuthTokens} from '@modelcontextprotocol/client';
import type {Clock} from '../../platform/clock.ts';
import {takeLock} from '../../platform/lock.ts';
import {loadSdk, type McpSdk} from '../client-options.ts';
import type {Fetch} from '../limited-fetch.ts';
import {briefFetch} from './brief-fetch.ts';
import type {SignedIn, TokenBook} from './token-book.ts';

/**
 * Provides the token for a server. It is renewed shortly before it expires, and when the server
 * refuses it. No person is ever asked: without a valid token, the server's status says that a
 * sign-in is needed.
 */
export function tokensOf(
	url: string,
	{book, clock}: {readonly book: TokenBook; readonly clock: Clock},
): AuthProvider {
	let sent: string | undefined;
	return {
		async token() {
			const now = book.read(url);
			const isOld = now?.expiresAt != null && now.expiresAt - earlyMs < clock.now();
			if (now !== null && isOld && now.refreshToken !== null) {
				// If the token can't be renewed now, the server may still accept the old one.
				await renew(url, now.accessToken, {book, clock}).catch(() => {});
			}
			sent = book.read(url)?.accessToken;
			return sent;
		},
		async onUnauthorized() {
			await renew(url, sent, {book, clock});
		},
	};
}

const earlyMs = 30_000;
const lockMsMax = 30_000;
const lockPauseMs = 50;

/**
 * Renews the token, in one process at a time: an issuer accepts a refresh token only once, so a
 * second process would lose the sign-in. If another process has renewed it meanwhile, its token is
 * used. Throws if there is no refresh token.
 */
async function renew(
	url: string,
	refused: string | undefined,
	{book, clock}: {readonly book: TokenBook; readonly clock: Clock},
): Promise<void> {
	const sdk = await loadSdk();
	const release = await waitForLock(lockPathOf(book, url), clock);
	try {
		const now = book.read(url);
		if (now !== null && now.accessToken !== refused) {
			return;
		}
		if (now === null || now.refreshToken === null) {
			throw new sdk.UnauthorizedError('a sign-in is needed');
		}
		const tokens = await refresh(now, now.refreshToken, {sdk, fetchFn: briefFetch(clock)});
		book.keep(url, {
			...now,
			...readTokens(tokens, clock),
			refreshToken: tokens.refresh_token ?? now.refreshToken,
		});
	} finally {
		release();
	}
}

async function refresh(
	now: SignedIn,
	refreshToken: string,
	{sdk, fetchFn}: {readonly sdk: McpSdk; readonly fetchFn: Fetch},
): Promise<OAuthTokens> {
	try {
		const metadata = await sdk.discoverAuthorizationServerMetadata(now.issuer, {fetchFn});
		return await sdk.refreshAuthorization(now.issuer, {
			...(metadata && {metadata}),
			...(now.resource !== null && {resource: now.resource}),
			clientInformation: now.client as unknown as Parameters<
				McpSdk['refreshAuthorization']
			>[1]['clientInformation'],
			refreshToken,
			fetchFn,
		});
	} catch (error) {
		// The old tokens are kept: the issuer may only be down, and a new sign-in replaces them.
		throw sdk.OAuthError.isInstance(error) && error.code !== sdk.OAuthErrorCode.ServerError
			? new sdk.UnauthorizedError('the sign-in has ended')
			: error;
	}
}

export function readTokens(
	{access_token, refresh_token, expires_in}: OAuthTokens,
	clock: Clock,
): Pick<SignedIn, 'accessToken' | 'refreshToken' | 'expiresAt'> {
	return {
		accessToken: access_token,
		refreshToken: refresh_token ?? null,
		expiresAt: expires_in === undefined ? null : clock.now() + expires_in * 1000,
	};
}

function lockPathOf({path}: TokenBook, url: string): string {
	return `${path}.${createHash('sha256').update(url).digest('hex').slice(0, 16)}.lock`;
}

async function waitForLock(path: string, clock: Clock): Promise<() => void> {
	const deadline = clock.elapsed() + lockMsMax;
	for (;;) {
		const lock = takeLock(path, clock);
		if (lock.status === 'taken') {
			return lock.release;
		}
		if (clock.elapsed() > deadline) {
			throw new Error('another program is renewing the sign-in, and does not end');
		}
		await clock.sleep(lockPauseMs);
	}
}
