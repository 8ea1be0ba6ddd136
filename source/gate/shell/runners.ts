/**
 * Matches arguments with which a program runs other programs (`runs`), or reads instructions from a
 * file (`loads`).
 */
export type Runner = {readonly runs?: RegExp; readonly loads?: RegExp};

const code = (short: string, long = ''): Runner => ({
	runs: new RegExp(`^(?:-[a-zA-Z0-9]*[${short}]${long === '' ? '' : `|--(?:${long})`})`),
});

const editor: Runner = {runs: /^(?:\+.|-[cSsuUWl]|--cmd|-es?$)/};
const connection =
	/(?:proxycommand|localcommand|knownhostscommand|include|provider|match|sendenv)|^-[a-zA-Z0-9]*[FSD]/i;
const compiler: Runner = {
	runs: /^(?:-wrapper|-B|-fplugin|-specs|--specs|-fuse-ld=\/|-Xclang|-load)/,
	loads: /^@/,
};
const sql: Runner = {
	runs: /\\!|\\copy|\bsystem\b|program\b|\.(?:shell|system|load|output|once)\b|^--pager|^-init/i,
	loads: /^(?:-[a-zA-Z]*f|--file|\\i|\.read)/,
};
/**
 * The commands of sqlite3, which may be abbreviated, and the functions that run a program or write a
 * file.
 */
const sqlite: Runner = {
	runs: /^\s*\.(?:sh(?:e|$|\s)|sy|loa|o|imp?\w*\s.*\||ba|sav|cl|exc|ar|log|tra)|^-(?:init|A)|\b(?:writefile|edit|load_extension)\s*\(|\bvacuum\b.*\binto\b|\battach\b/ims,
	loads: /^(?:-[a-zA-Z]*f|--file|\.read)/,
};
/** Assigning one of these variables of make names a program that the makefile's rules run. */
const makes: Runner = {
	runs: /^(?:\w*(?:CC|CXX|CPP|LD|AR|AS|RM|CP|MV|SH|SHELL|MAKE|INSTALL|PYTHON|NODE|CMD|LAUNCHER|WRAPPER)|MAKEFLAGS|\.SHELLFLAGS)[:+?]?=|^--eval|^-E/,
	loads: /^-[a-zA-Z]*[fCI]|^--(?:file|makefile|dir|incl)/,
};
const zipped: Runner = {runs: /^-(?:TT|-unzip-command)/};

/** Programs that can run others, except those that `inspect.ts` handles. */
export const runners: Readonly<Record<string, Runner>> = {
	__proto__: null as never,
	tar: {runs: /^(?:--(?:checkpoint-|to-c|use-c|rsh|info|new-v|rmt)|-[a-zA-Z]*[IF])/},
	bsdtar: {runs: /^(?:--use-c|-[a-zA-Z]*I)/},
	cpio: {runs: /^--(?:rsh|to-stdout)/},
	rsync: {runs: /^(?:--(?:rsh|rsync-path|daemon|config|remote-option)|-M)/},
	scp: {runs: connection},
	sftp: {runs: connection},
	make: makes,
	gmake: makes,
	ninja: {loads: /^-[fC]/},
	just: {runs: /^--(?:shell|command|chooser)|^-c/, loads: /^(?:-f|--justfile|-d)/},
	npm: {
		runs: /^--(?:script-shell|node-options|editor|viewer|git|shell|call)|^-c|^(?:script-shell|node-options|editor|viewer|git|shell)(?:=|$)/,
		loads: /^(?:--prefix|-C|--userconfig|--globalconfig)/,
	},
	pnpm: {
		runs: /^(?:--(?:script-shell|shell-mode|node-options|shell-emulator)|-c$)/,
		loads: /^(?:-C|--dir|--prefix)/,
	},
	yarn: {runs: /^--(?:script-shell|use-yarnrc)/, loads: /^--(?:cwd|rc)/},
	pip: {
		runs: /^--(?:python|config-settings|global-option|build-option)/,
		loads: /^(?:--target|--prefix|--root)/,
	},
	man: {runs: /^(?:-[a-zA-Z]*[PHC]|--(?:pager|html|config|preproc))/},
	less: {runs: /^(?:\+|-[a-zA-Z]*k|--lesskey)/},
	more: {runs: /^\+/},
	vi: editor,
	vim: editor,
	nvim: editor,
	view: editor,
	ex: editor,
	emacs: code('fl', 'eval|load|funcall|script|batch|insert'),
	ed: {runs: /^!/},
	zip: zipped,
	sort: {runs: /^--co/, loads: /^(?:-[a-zA-Z]*[oT]|--output)/},
	split: {runs: /^--filter/},
	rg: {runs: /^--(?:pre$|pre=|hostname-bin)/},
	fzf: {runs: /^--(?:preview|bind|with-shell|listen)/},
	curl: {
		loads:
			/^(?:-[a-zA-Z#]*[KoOTc]|--(?:config|output|remote-name|upload|cookie-jar|dump|create|etag-save|engine|libcurl|trace))/,
	},
	wget: {runs: /^(?:-e|--(?:execute|use-askpass|config))/, loads: /^./},
	hg: {runs: /^--config/},
	svn: {runs: /^--(?:config-option|diff-cmd|diff3-cmd|editor-cmd|config-dir)/},
	gpg: {runs: /^--(?:\w+-program|options|homedir|exec-path|photo-viewer)/},
	openssl: {runs: /^(?:engine$|-(?:engine|provider))/},
	gh: {runs: /^--$/},
	psql: sql,
	mysql: sql,
	mariadb: sql,
	sqlite3: sqlite,
	gdb: {runs: /^./},
	lldb: {runs: /^./},
	nc: {runs: /^-[a-zA-Z]*[ec]/},
	ncat: {runs: /^(?:-[a-zA-Z]*[ec]|--(?:exec|sh-exec|lua-exec))/},
	socat: {runs: /(?:exec|system|shell):/i},
	dc: {runs: /!/},
	mail: {runs: /^-[a-zA-Z]*[SE]/},
	install: {runs: /^--strip-program/},
	patch: {runs: /^(?:-[a-zA-Z]*e|--ed)/},
	gcc: compiler,
	'g++': compiler,
	cc: compiler,
	clang: compiler,
	'clang++': compiler,
	rustc: {runs: /linker|^@/},
	cmake: {runs: /^(?:-E|-P|--find-package)/, loads: /^-[CD]/},
	go: {runs: /^--?(?:exec|toolexec|vettool|overlay|modfile)/},
	cargo: {runs: /^--config/, loads: /^--manifest-path/},
	apt: {runs: /^(?:-o|-c|--option|--config-file)/},
	'apt-get': {runs: /^(?:-o|-c|--option|--config-file)/},
	dpkg: {runs: /^--(?:pre-invoke|post-invoke|status-logger|admindir|root|instdir)/},
	kubectl: {runs: /^--(?:exec|kubeconfig)/},
	ansible: {runs: /^./},
	xterm: {runs: /^./},
	'gnome-terminal': {runs: /^./},
	logrotate: {runs: /^./},
	'run-parts': {runs: /^./},
	at: {runs: /^/},
	batch: {runs: /^/},
	crontab: {runs: /^(?!-l$)/},
	ctags: {loads: /^--options/, runs: /^--(?:_|filter)/},
	jq: {loads: /^(?:-L|--from-file|-f)/},
	mutt: {runs: /^-e/},
	tcpdump: {runs: /^-[a-zA-Z]*z/},
	tshark: {runs: /^-X/},
	gnuplot: {runs: /^./},
	lftp: {runs: /^-[ce]/},
	ffmpeg: {loads: /^-filter_script/},
	convert: {loads: /^(?:msl|ephemeral|@)/},
	java: {runs: /^-(?:XX:On|javaagent|agentlib|agentpath)/, loads: /^(?:-cp|-classpath|-jar|@)/},
	mvn: {runs: /exec:|^-s|antrun/},
	gradle: {runs: /^(?:-I|--init-script)/, loads: /^(?:-[bcp])/},
	pytest: {runs: /^(?:-p|-c|-o|--override-ini|--pdbcls|--rootdir)/},
	eslint: {loads: /^(?:-c|--config|--rulesdir|--resolve|--parser|--plugin|-f|--format)/},
	pre_commit: {runs: /^try-repo/},
	script: {runs: /^./},
	ltrace: {runs: /^./},
	dialog: {loads: /^--output/},
	perf: {runs: /^(?:stat|record|trace)/},
};
