import type {SlashCommand} from '../source/view/command.ts';
import calls from './calls.ts';
import clear from './clear.ts';
import compact from './compact.ts';
import context from './context.ts';
import copy from './copy.ts';
import cost from './cost.ts';
import debug from './debug.ts';
import deleteCommand from './delete.ts';
import detach from './detach.ts';
import diff from './diff.ts';
import doctor from './doctor.ts';
import effort from './effort.ts';
import exportCommand from './export.ts';
import fork from './fork.ts';
import grants from './grants.ts';
import help from './help.ts';
import hop from './hop.ts';
import hops from './hops.ts';
import init from './init.ts';
import keys from './keys.ts';
import mcp from './mcp.ts';
import mode from './mode.ts';
import model from './model.ts';
import monitor from './monitor.ts';
import mouse from './mouse.ts';
import notices from './notices.ts';
import provider from './provider.ts';
import proxy from './proxy.ts';
import quit from './quit.ts';
import rename from './rename.ts';
import report from './report.ts';
import resume from './resume.ts';
import rules from './rules.ts';
import screens from './screens.ts';
import search from './search.ts';
import sessions from './sessions.ts';
import stats from './stats.ts';
import terminals from './terminals.ts';
import theme from './theme.ts';
import tour from './tour.ts';
import trust from './trust.ts';
import undo from './undo.ts';
import upgrade from './upgrade.ts';
import workers from './workers.ts';
import zoom from './zoom.ts';

/** Every slash command under its name; the tidy test keeps the list equal to the folder. */
export const commands: Readonly<Record<string, SlashCommand>> = {
	calls,
	clear,
	compact,
	context,
	copy,
	cost,
	debug,
	delete: deleteCommand,
	detach,
	diff,
	doctor,
	effort,
	export: exportCommand,
	fork,
	grants,
	help,
	hop,
	hops,
	init,
	keys,
	mcp,
	mode,
	model,
	monitor,
	mouse,
	notices,
	provider,
	proxy,
	quit,
	rename,
	report,
	resume,
	rules,
	screens,
	search,
	sessions,
	stats,
	terminals,
	theme,
	tour,
	trust,
	undo,
	upgrade,
	workers,
	zoom,
};
