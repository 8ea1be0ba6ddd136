import {act, introduction, type Plan, type PracticeRule, type RuleContext} from './rule.ts';
import type {WantedCall} from './tool-caller.ts';

/** One step of the tour. It does something real that the user sees, and says how to continue. */
type Step = {
	readonly say: string;
	readonly command: (view: RuleContext) => Plan;
	/** What the model says when the step's command has returned. */
	readonly after: string;
	/** What the model says if the person refused the step's command. */
	readonly refused?: string;
};

const tourFile = 'agent-tui-tour.txt';
const tourText =
	'Written by the practice model of agent-tui.\nNothing is written that you were not shown.\n';

const mendedCommand = 'echo this call was mended';

const steps: readonly Step[] = [
	{
		say: 'Welcome. **Step 1 of 5: nothing runs unseen.** I ask to run a small command. A card appears above the composer: it names the machine and shows exactly what would run. Press `y` to allow it once (`n` refuses; Enter does nothing), and watch it in the terminal pane.',
		command: ({toolCaller}) =>
			act(
				'',
				toolCaller.run('for step in 1 2 3 4 5; do echo "line $step of 5"; sleep 1; done', {
					tty: true,
				}),
			),
		after:
			'You saw it run line by line, and I was given what it printed. While something runs, `Esc` stops me, Enter sends me a remark at once, and Tab queues one for later. Press Tab, or say `tour 2`, to go on.',
		refused:
			'You refused, so nothing was run, and I must not try the same in another form. With `r` you could have told me why. Say `tour 1` to be asked again. Press Tab, or say `tour 2`, to go on.',
	},
	{
		say: '**Step 2 of 5: a change is shown before it is made.** I ask to write a small file into this folder. The card shows it line by line; `d` shows all of it. Press `n` first if you want to see what a refusal does, `y` to let me.',
		command: ({toolCaller}) => act('', toolCaller.write(tourFile, tourText)),
		after: `It is written, as you saw it. Look at \`${tourFile}\` if you like; \`/undo\` brings back what was before, which here is no file at all. Press Tab, or say \`tour 3\`, to go on.`,
		refused:
			'You refused, so nothing was written, and I was told so. With `r` you could have told me why. Say `tour 2` to be asked again. Press Tab, or say `tour 3`, to go on.',
	},
	{
		say: '**Step 3 of 5: one terminal, two pairs of hands.** I start Python and leave it open.',
		command: ({toolCaller}) => act('', toolCaller.run('python3 -i', {tty: true})),
		after:
			'Python waits. Press `Ctrl+X i` to take the keyboard of that terminal, type `print(6 * 7)` and Enter, then `Ctrl+X i` to hand it back. While you have it I can’t type there. A password that a program asks for is typed with `Alt+P`: it goes to the program and nowhere else. When you are done, press Tab, or say `tour 4`.',
	},
	{
		say: '**Step 4 of 5: a broken call is mended.** Cheap models write their calls as text, and often wrong. So do I now: single quotes, a comma too many, another name for the command. The card says `mended` and shows each change; what was mended always asks. `d` shows all of it.',
		command: ({toolCaller}) => writtenBadly(toolCaller.run(mendedCommand)),
		after:
			'What I wrote was not a call, and yet the right command ran: before it asked, you saw what was made of it. Where more than one reading is possible nothing is guessed: the model is told, and writes it again. Press Tab, or say `tour 5`, to go on.',
		refused:
			'You refused, so nothing was run. That a call was mended never lets it run by itself. Say `tour 4` to be asked again. Press Tab, or say `tour 5`, to go on.',
	},
	{
		say: `**Step 5 of 5: what breaks is mended.** I live in the proxy process, number ${process.pid}. I ask to have it killed, the hard way. Open the monitor with \`Ctrl+X 3\` if you like to watch: it is started again on the same port, and this conversation goes on.`,
		command: ({toolCaller}) => act('', toolCaller.run(`kill -9 ${process.pid}`)),
		after: `And here I am again, in process ${process.pid}. Nothing of the conversation was lost: it lives in the journal, not in me. That was the tour. \`?\` lists the keys, \`Ctrl+P\` everything else; set \`OPENAI_API_KEY\` to talk to a real model.`,
	},
];

/**
 * Writes a call as text, with mistakes that models make. The proxy's repair turns it into a call.
 */
function writtenBadly(call: WantedCall | null): Plan {
	if (!call) {
		return act('', call);
	}
	const written = `{'name': '${call.name}', 'arguments': {'script': '${mendedCommand}',}}`;
	return {say: `<tool_call>\n${written}\n</tool_call>`};
}

/** Matches only messages about the tour itself: “run grep tour” is a command like any other. */
const pattern =
	/^(?:please\s+)?(?:(?:give|show|take)\s+(?:me\s+)?(?:on\s+)?|(?:start|begin|continue|go on with)\s+)?(?:the\s+|a\s+)?tour\b(?:\s*(?:step\s*)?(\d))?\s*[.!?]?$/i;

export const tourRules: readonly PracticeRule[] = [
	{
		name: 'tour',
		examples: ['give me the tour'],
		pattern,
		plan(found, view) {
			const step = steps[Number(found[1] ?? 1) - 1];
			if (!step) {
				return {say: `The tour has ${steps.length} steps. Say \`tour 1\` to begin.`};
			}
			const plan = step.command(view);
			return {
				...plan,
				say: [found[1] === undefined ? introduction : '', step.say, plan.say.trim()]
					.filter(text => text !== '')
					.join('\n\n'),
				introduced: true,
			};
		},
	},
];

/** Returns what the tour says after a step's result; null if the message is not about the tour. */
export function tourAnswer(words: string, result: 'done' | 'refused' = 'done'): string | null {
	const found = pattern.exec(words);
	const step = found && steps[Number(found[1] ?? 1) - 1];
	return (result === 'done' ? step?.after : step?.refused) ?? null;
}
