import {expect, it} from 'vitest';
import {createFinder, withEntry} from '../../source/state/layered-map.ts';

it('a long map that changes entry by entry is as a copied one, and no earlier one changes', () => {
	let map: ReadonlyMap<string, number> = new Map();
	let copied = new Map<string, number>();
	const earlier: [ReadonlyMap<string, number>, Map<string, number>][] = [];
	for (let step = 0; step < 900; step += 1) {
		// Mostly new ones, now and then an old one again.
		const key = `k${step % 3 === 2 ? (step * 7) % 300 : step}`;
		map = withEntry(map, key, step);
		copied = new Map(copied).set(key, step);
		earlier.push([map, copied]);
	}
	for (const [one, other] of earlier) {
		expect(one.size).toBe(other.size);
		expect([...one]).toEqual([...other]);
	}
	const seen: unknown[] = [];
	map.forEach((value, key) => {
		seen.push([key, value]);
	});
	expect(seen).toEqual([...copied]);
	expect([...map.keys()]).toEqual([...copied.keys()]);
	expect([...map.values()]).toEqual([...copied.values()]);
	expect([map.has('k0'), map.get('k898'), map.has('none'), map.get('none')]).toEqual([
		true,
		copied.get('k898'),
		false,
		undefined,
	]);
});

it('after a change of a long map only the few entries that changed are looked at', () => {
	let looks = 0;
	const find = createFinder<string, {isOpen: boolean}>(({isOpen}) => {
		looks += 1;
		return isOpen;
	});
	const lookAt = (map: ReadonlyMap<string, {isOpen: boolean}>, key: string) => {
		looks = 0;
		const found = find(map);
		return [found.length, found.at(-1) === map.get(key), looks] as const;
	};
	const entries = Array.from({length: 5000}, (_, at) => [`k${at}`, {isOpen: at === 7}] as const);
	let map: ReadonlyMap<string, {isOpen: boolean}> = new Map(entries);
	find(map);
	let most = 0;
	for (let step = 0; step < 50; step += 1) {
		map = withEntry(map, `new${step}`, {isOpen: true});
		const [count, isLast, looked] = lookAt(map, `new${step}`);
		expect([count, isLast]).toEqual([2, true]);
		map = withEntry(map, `new${step}`, {isOpen: false});
		expect(find(map)).toEqual([{isOpen: true}]);
		most = Math.max(most, looked);
	}
	expect(most).toBeLessThan(60);
	map = withEntry(map, 'k7', {isOpen: false});
	expect(find(map)).toEqual([]);
});
