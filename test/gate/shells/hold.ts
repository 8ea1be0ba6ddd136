import type {Script} from '../../../source/gate/shell/script.ts';
import {
	breachesOf,
	breachesOfClaim,
	type Claim,
	claimOf,
	isClaimed,
	randomRules,
} from './claims.ts';
import type {Breach, LawName} from './laws.ts';
import {linesOf} from './lines.ts';
import {randomFrom} from './random.ts';
import type {Sandbox} from './sandbox.ts';
import {shrink} from './shrink.ts';
import {openWorld, type ShellName, type World} from './world.ts';

export type Order = {
	readonly shell: ShellName;
	/** How many lines are to be read; those of which the gate claims something run. */
	readonly lineCount: number;
	readonly seed: number;
	/** So many finds are made smaller; the rest is only counted. */
	readonly shrinksMax: number;
	/** Stops when so many laws were broken. */
	readonly findsMax?: number;
	/** In place of the gate's own reader. */
	readonly read?: (line: string) => Script;
	readonly onProgress?: (report: Report) => void;
};

export type Find = Breach & {
	readonly shell: ShellName;
	readonly line: string;
	/** The same in its smallest form, when it was made smaller. */
	readonly smallest?: string;
};

export type Report = {
	read: number;
	/** Lines of which nothing was left unseen. */
	whole: number;
	ran: number;
	/** Lines that were ended because they took too long. */
	endless: number;
	lost: number;
	programs: number;
	readonly counts: Partial<Record<LawName, number>>;
	readonly finds: Find[];
};

const batchSize = 200;

/** Generates lines, lets the gate say what it says, runs what it claims to know, and compares. */
export async function holdLines(sandbox: Sandbox, order: Order): Promise<Report> {
	const report: Report = {
		read: 0,
		whole: 0,
		ran: 0,
		endless: 0,
		lost: 0,
		programs: 0,
		counts: {},
		finds: [],
	};
	const world = openWorld(sandbox, order.shell);
	try {
		const claims = claimsOf(order, report);
		for (let batch = take(claims, batchSize); batch.length > 0; batch = take(claims, batchSize)) {
			await holdBatch({world, order, report}, batch);
			order.onProgress?.(report);
		}
	} finally {
		await world.close();
	}
	return report;
}

function* claimsOf(order: Order, report: Report): Generator<Claim, undefined> {
	const {shell, lineCount, seed, findsMax = Number.POSITIVE_INFINITY} = order;
	const random = randomFrom(seed + 1);
	for (const line of linesOf(shell, seed)) {
		if (report.read === lineCount || report.finds.length >= findsMax) {
			return;
		}
		const claim = claimOf(line, randomRules(line, random), order.read);
		report.read += 1;
		report.whole += claim.saw.unseen.length === 0 ? 1 : 0;
		if (isClaimed(claim)) {
			yield claim;
		}
	}
}

function take<Item>(items: Generator<Item, unknown>, count: number): readonly Item[] {
	const taken: Item[] = [];
	while (taken.length < count) {
		const next = items.next();
		if (next.done === true) {
			break;
		}
		taken.push(next.value);
	}
	return taken;
}

type Hold = {readonly world: World; readonly order: Order; readonly report: Report};

async function holdBatch({world, order, report}: Hold, claims: readonly Claim[]): Promise<void> {
	const outcomes = await world.run(claims.map(({line}) => line));
	for (const [index, claim] of claims.entries()) {
		const outcome = outcomes[index]!;
		report.ran += 1;
		report.endless += outcome.end === 'timeout' ? 1 : 0;
		report.lost += outcome.end === 'lost' ? 1 : 0;
		report.programs += outcome.runs.length;
		for (const breach of firstOfEach(breachesOf(claim, outcome))) {
			report.counts[breach.law] = (report.counts[breach.law] ?? 0) + 1;
			report.finds.push(await findOf({world, order, report}, claim, breach));
		}
	}
}

function firstOfEach(breaches: readonly Breach[]): readonly Breach[] {
	return breaches.filter(
		({law}, index) => breaches.findIndex(breach => breach.law === law) === index,
	);
}

async function findOf({world, order, report}: Hold, claim: Claim, breach: Breach): Promise<Find> {
	const find = {...breach, shell: order.shell, line: claim.line};
	const shrunk = report.finds.filter(
		({law, smallest}) => law === breach.law && smallest !== undefined,
	);
	if (shrunk.length >= order.shrinksMax) {
		return find;
	}
	const smallest = await shrink(claim.line, lines =>
		stillBreak(world, {claims: lines.map(line => claimOf(line, claim.rules, order.read)), breach}),
	);
	return {...find, smallest};
}

async function stillBreak(
	world: World,
	{claims, breach}: {claims: readonly Claim[]; breach: Breach},
): Promise<readonly boolean[]> {
	const isNeeded = claims.map(other => isClaimed(other) && breachesOfClaim(other).length === 0);
	const outcomes = await world.run(
		claims.filter((_, index) => isNeeded[index]).map(({line}) => line),
	);
	let next = 0;
	return claims.map((other, index) => {
		const breaches = isNeeded[index]
			? breachesOf(other, outcomes[next++]!)
			: breachesOfClaim(other);
		return breaches.some(({law}) => law === breach.law);
	});
}
