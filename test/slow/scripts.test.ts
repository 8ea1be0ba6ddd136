import {describe, expect, it} from 'vitest';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {findBoxes} from '../helpers/boxes.ts';
import {expectNoLeftovers, resizeTo} from '../helpers/resizing.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** Ordinary sentences, so that marks, conjuncts and joined letters stand where they do in life. */
const samples: Readonly<Record<string, string>> = {
	Latin: 'Zażółć gęślą jaźń, Ångström',
	Vietnamese: 'Tiếng Việt rất đẹp',
	Greek: 'Καλημέρα κόσμε',
	Cyrillic: 'Съешь ещё этих булок',
	Armenian: 'Բարեւ աշխարհ',
	Georgian: 'გამარჯობა მსოფლიო',
	Hebrew: 'שָׁלוֹם עוֹלָם',
	Arabic: 'السَّلامُ عَلَيْكُم',
	Persian: 'می‌خواهم بروم',
	Urdu: 'خوش آمدید',
	Syriac: 'ܫܠܡܐ ܥܠܡܐ',
	Thaana: 'ދިވެހިރާއްޖެ',
	Hindi: 'नमस्ते क्षत्रिय विद्यार्थी',
	Marathi: 'श्री कृष्ण ज्ञानेश्वर',
	Bengali: 'বাংলা ভাষা স্বাগতম',
	Gurmukhi: 'ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ',
	Gujarati: 'નમસ્તે ગુજરાતી',
	Oriya: 'ନମସ୍କାର ଓଡ଼ିଆ',
	Tamil: 'வணக்கம் தமிழ் ஸ்ரீ',
	Telugu: 'నమస్కారం తెలుగు',
	Kannada: 'ನಮಸ್ಕಾರ ಕನ್ನಡ',
	Malayalam: 'നമസ്കാരം മലയാളം',
	Sinhala: 'ආයුබෝවන් සිංහල',
	Thai: 'สวัสดีครับ น้ำ สำนัก',
	Lao: 'ສະບາຍດີ ນ້ຳ',
	Tibetan: 'བཀྲ་ཤིས་བདེ་ལེགས',
	Burmese: 'မင်္ဂလာပါ မြန်မာ',
	Khmer: 'សួស្តី ភាសាខ្មែរ',
	Ethiopic: 'ሰላም ለዓለም',
	Cherokee: 'ᎣᏏᏲ ᎡᎶᎯ',
	Javanese: 'ꦱꦸꦒꦼꦁꦫꦮꦸꦃ',
	Mongolian: 'ᠰᠠᠶᠢᠨ ᠪᠠᠶᠢᠨ᠎ᠠ',
	Chinese: '你好，世界。',
	Japanese: 'こんにちは、ｶﾞｷﾞｸﾞ カ゚',
	Korean: '안녕하세요 세계',
	Emoji: '👍🏽 👩‍💻 🇩🇪 1️⃣ ☝🏿 ok',
};

/** Where no letter is lost, what tmux says of its screen holds the text, but for signs of emoji. */
function bare(text: string): string {
	return text
		.normalize('NFC')
		.replaceAll(/[\uFE0F\u200B-\u200F\u180E]/g, '')
		.replaceAll(/ +/g, ' ');
}

type Sample = readonly [name: string, sample: string];

const all: readonly Sample[] = Object.entries(samples);

/** A longer message would be folded. */
const parts = [all.slice(0, 12), all.slice(12, 24), all.slice(24)];

function lineOf([name, sample]: Sample): string {
	return `${name}: ${sample}`;
}

describe.skipIf(!hasTmux)('text of every script, in a real tmux', () => {
	it('is whole in the chat and in the terminal, and nothing stands where it was', async () => {
		const agent = openAgent({
			columns: 170,
			rows: 50,
			place: openPlace({
				files: {'scripts.txt': `${all.map(lineOf).join('\n')}\n`},
				settings: {monitoring: {healthIntervalMs: 600_000}},
			}),
		});
		// It stays open: a finished one would fold with the next message.
		agent.say('!cat scripts.txt; exec cat');
		await agent.see(/Emoji.* ok/);
		agent.press('C-x', '1');
		for (const part of parts) {
			agent.paste(part.map(lineOf).join('\n'));
			agent.press('Enter');
			await agent.see(new RegExp(`[❯│] +${part.at(-1)?.[0]}: `));
			await agent.idle();
			const screen = await expectNoLeftovers(agent, {columns: 169, rows: 50});
			expect(findBoxes(screen).broken, screen).toEqual([]);
			const rows = bare(screen).split('\n').slice(1).join(' ');
			for (const [name, sample] of part) {
				expect(rows.split(`${name}: ${bare(sample)}`), `${name}\n${screen}`).toHaveLength(3);
			}
		}
		for (const size of [
			{columns: 120, rows: 40},
			{columns: 80, rows: 24},
			{columns: 47, rows: 24},
		]) {
			const small = await expectNoLeftovers(agent, size);
			expect(findBoxes(small).broken, small).toEqual([]);
		}
	});

	it.each(parts.map(part => [part.map(([name]) => name).join(', '), part] as const))(
		'%s can be typed, and the cursor stands behind it',
		async (_, part) => {
			const agent = openAgent({columns: 80, rows: 24});
			// By then the session's process has said which model answers.
			await agent.see('practice ●');
			for (const [, sample] of part) {
				agent.type(`${sample}|`);
				await agent.see('|  ');
				expect(bare(agent.screen())).toContain(`${bare(sample)}|`);
				const row = agent
					.screen()
					.split('\n')
					.findIndex(line => bare(line).includes(`${bare(sample)}|`));
				expect(agent.cursor().y).toBe(row);
				agent.type('!');
				await agent.see('|!');
				await expectNoLeftovers(agent, {columns: 81, rows: 24});
				await resizeTo(agent, {columns: 80, rows: 24});
				agent.press('C-u');
				await agent.seeNot('|!');
			}
		},
	);
});
