import type {Runner} from './runners.ts';

/** Uncommon programs that run a command which begins somewhere among their own arguments. */
export const rareTakers: ReadonlySet<string> = new Set(
	`choom cgexec eatmydata dbus-launch gpg-agent rr heaptrack chokidar abduco toolbox distrobox
	machinectl flatpak-spawn sshpass autossh mosh dumb-init tini gosu su-exec s6-setuidgid launchctl
	mpirun mpiexec srun salloc wine env-cmd konsole x-terminal-emulator alacritty kitty wezterm foot
	lerna repo perf-record catchsegv softlimit envdir chpst setuidgid uwsgi ts-node-dev npm-run-all
	batch at sg newgrp chronic ifne sem rlwrap pee run-one lckdo systemd-inhibit systemd-cat linux32 i386
	x86_64 uname26 gamemoderun optirun schedtool setlock schroot fakechroot proxychains4 tsocks runc crun
	systemd-nspawn singularity apptainer xinit startx forever daemon runsv tcpserver tsp nq
	onchange git-cola elvish xonsh oil osh yash posh`.split(/\s+/),
);

/** Programs that run a command only if one of these words comes first: `ip netns exec x rm`. */
const actions: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	ip: /^(?:netns|vrf)$/,
	jobs: /^-[a-z]*x/,
	stack: /^(?:exec|run|runghc|runhaskell|eval)$/,
	cabal: /^(?:exec|v2-exec)$/,
	rustup: /^run$/,
	guix: /^(?:shell|environment|time-machine)$/,
	podman: /^(?:unshare|machine)$/,
	buildah: /^(?:run|unshare)$/,
	snap: /^run$/,
	flatpak: /^(?:run|enter)$/,
	oc: /^(?:rsh|debug)$/,
	gem: /^exec$/,
	composer: /^(?:exec|x)$/,
	npm: /^explore$/,
	pnpm: /^(?:exec|dlx)$/,
	yarn: /^(?:exec|dlx)$/,
	asdf: /^(?:exec|env)$/,
	uv: /^tool$/,
	gh: /^(?:codespace|cs|extension|alias)$/,
	gcloud: /^ssh$/,
	az: /^(?:invoke|ssh)$/,
	aws: /^(?:ssm|ecs)$/,
	meson: /^devenv$/,
	'docker-compose': /^(?:run|exec)$/,
	lxc: /^(?:exec|shell)$/,
	mix: /^(?:run|cmd|eval)$/,
	pm2: /^exec$/,
	k3s: /^kubectl$/,
	minikube: /^(?:ssh|kubectl)$/,
	nomad: /^exec$/,
	fly: /^(?:ssh|console)$/,
	heroku: /^(?:run|ps:exec)$/,
	multipass: /^exec$/,
};

export const takersByAction: readonly string[] = Object.keys(actions);

export function takesByAction(name: string, words: readonly {readonly text: string}[]): boolean {
	const action = actions[name];
	return action !== undefined && words.slice(0, 3).some(({text}) => action.test(text));
}

/** Options and words with which uncommon programs run something else. */
export const rareRunners: Readonly<Record<string, Runner>> = {
	__proto__: null as never,
	ghc: {runs: /^(?:-e|--interactive|-F$|-pgm|-fplugin|--run)/},
	ld: {runs: /^(?:--?plugin|-dynamic-linker|--dynamic-linker|@)/},
	meson: {runs: /^--(?:wrapper|gdb)/},
	redis: {runs: /^--eval/},
	'redis-cli': {runs: /^(?:--eval|-x$)|^(?:eval|module|config)$/i},
	bat: {runs: /^--(?:pager|diff)/},
	delta: {runs: /^--pager/},
	ag: {runs: /^--pager/},
	ack: {runs: /^--(?:pager|ackrc)/},
	yq: {loads: /^(?:--from-file|-i|--inplace)/, runs: /^--from-file|load\(|strload|env\(/},
	pandoc: {runs: /^(?:-F|-L|-d$|--(?:filter|lua-filter|pdf-engine|defaults|extract-media))|\.lua$/},
	latex: {runs: /shell-escape|write18|^\\/},
	pdflatex: {runs: /shell-escape|write18|^\\/},
	xelatex: {runs: /shell-escape|write18|^\\/},
	lualatex: {runs: /^./},
	latexmk: {runs: /^-{1,2}(?:e$|r$|usepretex|pdflatex|latex|lualatex|xelatex|shell-escape|pvc)/},
	dvips: {runs: /^[|!]|^-o/},
	rpm: {runs: /^(?:-E|--(?:eval|pipe|define|macros|rcfile|load))/},
	rpmbuild: {runs: /^./},
	systemctl: {runs: /^(?:edit|set-environment|import-environment|link)$|^--(?:root|image)/},
	journalctl: {runs: /^--(?:root|image)/},
	nmap: {runs: /^--(?:script|datadir|servicedb)/},
	iptables: {runs: /^(?:-M|--modprobe)/},
	ip6tables: {runs: /^(?:-M|--modprobe)/},
	certbot: {runs: /hook/},
	restic: {runs: /^(?:--password-command|-o$|--option)/},
	borg: {runs: /^--(?:rsh|remote-path)|^--from-borg/},
	rclone: {runs: /^--(?:password-command|metadata-mapper|config)|^(?:rcd|serve)$/},
	duplicity: {runs: /^--(?:ssh|rsync|gpg|par2)-/},
	bzr: {runs: /^(?:diff|--using)/},
	'ssh-keygen': {runs: /^-[a-zA-Z]*[DwP]/},
	'ssh-add': {runs: /^-[a-zA-Z]*[sSe]/},
	'ssh-copy-id': {runs: /^-[oF]/},
	aria2c: {runs: /^--(?:on-|conf-path)/},
	'yt-dlp': {
		runs: /^--(?:exec|downloader|external-downloader|config-location|netrc-cmd|plugin-dirs|postprocessor-args|use-postprocessor)/,
	},
	'youtube-dl': {runs: /^--(?:exec|external-downloader|config-location)/},
	nano: {runs: /^(?:-[a-zA-Z]*[sf]|--(?:speller|rcfile))/},
	emacsclient: {runs: /^(?:-[a-zA-Z]*[eaF]|--(?:eval|alternate-editor))/},
	helm: {runs: /^(?:--post-renderer|plugin$|--plugins?-dir)/},
	clojure: {runs: /^./},
	clj: {runs: /^./},
	kotlinc: {runs: /^-(?:script|e)/},
	kotlin: {runs: /^-e/},
	swift: {runs: /^(?:-e|repl)$/},
	octave: {runs: /^(?:--eval|--persist|-x)/},
	mongosh: {runs: /^(?:--eval|--file|--shell)/},
	mongo: {runs: /^(?:--eval|--shell)/},
	sbcl: {runs: /^--(?:eval|load|script|core|userinit|sysinit)/},
	pypy: {runs: /^-[a-zA-Z]*[cm]/},
	ipython: {runs: /^(?:-[cm]|[!%])/},
	'git-lfs': {runs: /^standalone/},
	terraform: {runs: /^(?:console|-plugin-dir|providers)/},
	docker: {runs: /^(?:-H|--host|--context|--config)/, loads: /^-f/},
	pip3: {runs: /^--(?:python|config-settings|global-option|build-option)/},
	bc: {loads: /^[^-]/},
	pg_dump: {runs: /^--(?:jobs-cmd)/},
	'qemu-system-x86_64': {runs: /cmd:|exec:|^-(?:chardev|monitor|smb|netdev)/},
	'update-alternatives': {runs: /^--install/},
	'apt-key': {runs: /^adv$/},
	visudo: {runs: /^./},
	vipw: {runs: /^./},
	chsh: {runs: /^./},
	mount: {runs: /^(?:-t|--types|-i$)/},
	insmod: {runs: /^./},
	modprobe: {runs: /^./},
	ldconfig: {runs: /^./},
};
