/**
 * How a tool is offered to other agents. The texts are short, because they fill the agents'
 * context.
 */
export type ToolWords = {
	readonly says: string;
	/** The names of the arguments that are offered; the tool may have more. */
	readonly takes: readonly string[];
	readonly isReadOnly?: true;
	/** A second call with the same arguments changes nothing more. */
	readonly isIdempotent?: true;
	/** The tool destroys nothing that exists. */
	readonly isHarmless?: true;
	/** The tool reaches beyond the files of its machine. */
	readonly isOpen?: true;
};

export const offeredTools: Readonly<Record<string, ToolWords>> = {
	unified_exec: {
		says: 'Run a command in a live terminal (PTY). Returns its output so far; if it still runs, session_id names the terminal for write_stdin and read_terminal. wait_for wakes you on output or its end. A non-zero exit_code is no failure of the call.',
		takes: ['cmd', 'workdir', 'yield_time_ms', 'wait_for', 'timeout_ms', 'host'],
		isOpen: true,
	},
	write_stdin: {
		says: 'Type into a terminal; without chars, wait for more output.',
		takes: ['session_id', 'chars', 'keys', 'wait_for', 'yield_time_ms'],
		isOpen: true,
	},
	read_terminal: {
		says: 'Look at a terminal: its screen, last lines (tail), or a byte range of all output.',
		takes: ['session_id', 'view', 'lines', 'from', 'to'],
		isReadOnly: true,
	},
	list_pty_sessions: {says: 'List the terminals.', takes: [], isReadOnly: true},
	signal_terminal: {
		says: 'Send a signal to the program in a terminal.',
		takes: ['session_id', 'signal'],
	},
	resize_terminal: {
		says: 'Change the size of a terminal.',
		takes: ['session_id', 'columns', 'rows'],
		isHarmless: true,
		isIdempotent: true,
	},
	close_pty_session: {
		says: 'Close a terminal; force ends its program.',
		takes: ['session_id', 'force'],
		isIdempotent: true,
	},
	run_in_terminal: {
		says: 'Run one command to its end and return its output.',
		takes: ['command', 'explanation', 'is_background', 'host'],
		isOpen: true,
	},
	read_file: {
		says: 'Read a text file, or some lines of it.',
		takes: ['path', 'from_line', 'lines', 'host'],
		isReadOnly: true,
	},
	list_files: {
		says: 'List files in a folder.',
		takes: ['path', 'pattern', 'depth', 'host'],
		isReadOnly: true,
	},
	search_files: {
		says: 'Search file contents with a regular expression.',
		takes: ['pattern', 'path', 'glob', 'literal', 'ignore_case', 'host'],
		isReadOnly: true,
	},
	write_file: {
		says: 'Write a whole file. A person sees the difference first.',
		takes: ['path', 'content', 'host'],
		isIdempotent: true,
	},
	edit_file: {
		says: 'Replace a text in a file. A person sees the difference first.',
		takes: ['path', 'old_string', 'new_string', 'replace_all', 'host'],
	},
	apply_patch: {
		says: 'Change several files by a patch (*** Begin Patch … *** End Patch).',
		takes: ['patch', 'host'],
	},
	fetch_url: {
		says: 'Fetch a web page as text.',
		takes: ['url', 'max_characters', 'from_character', 'allow_private'],
		isReadOnly: true,
		isOpen: true,
	},
	hop_connect: {
		says: 'Connect to another machine by ssh; calls then go there.',
		takes: ['target', 'switch'],
		isHarmless: true,
		isIdempotent: true,
		isOpen: true,
	},
	hop_disconnect: {
		says: 'Leave another machine.',
		takes: ['host'],
		isIdempotent: true,
		isOpen: true,
	},
	hop_status: {says: 'The connections to other machines.', takes: ['host'], isReadOnly: true},
	hop_list: {says: 'The connected machines.', takes: [], isReadOnly: true},
	worker_status: {
		says: 'What background workers do.',
		takes: ['worker'],
		isReadOnly: true,
	},
	worker_jobs: {
		says: 'The jobs in the queues of a worker.',
		takes: ['worker', 'show_arguments'],
		isReadOnly: true,
	},
	worker_restart: {says: 'Restart a worker, verified.', takes: ['worker']},
	incident_report: {says: 'What the watchdog found.', takes: [], isReadOnly: true},
};
