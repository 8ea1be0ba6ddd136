import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {drawPictures, pictureFolder, withoutTimes} from '../../scripts/pictures.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {hasTmux} from '../helpers/tmux.ts';

it.skipIf(!hasTmux)(
	"README's pictures are what the program shows today: else `npm run pictures`",
	async () => {
		expect(builtProgram).toContain('dist');
		for (const [name, svg] of Object.entries(await drawPictures())) {
			const kept = readFileSync(join(pictureFolder, name), 'utf8');
			expect(withoutTimes(svg).split('\n'), name).toEqual(withoutTimes(kept).split('\n'));
			expect(kept).not.toMatch(/\/(?:tmp|home|root|work)\//);
		}
	},
	300_000,
);
