/**
 * Every program that the throw-away world has: recorders under the names that command lines use, a
 * few that are reserved words somewhere, and some that nobody has.
 */
export const recordedPrograms: readonly string[] = `
rm git ls cat sudo npm r make curl tee mv cp ln mkdir rmdir touch chmod chown dd shred truncate
install sed awk gawk mawk grep egrep fgrep rg ag sort uniq cut paste join split csplit wc nl od
xxd hexdump strings file stat du df tree diff cmp comm patch find fd fdfind locate xargs parallel
env nohup nice ionice timeout setsid stdbuf chroot unshare nsenter setpriv capsh runuser su
sudoedit doas pkexec run0 systemd-run sh bash dash zsh ash ksh mksh fish csh tcsh busybox toybox
rbash python python3 perl ruby node deno bun lua php tclsh expect Rscript java javac jshell ghc
runghc ocaml guile sbcl elixir erl npx yarn pnpm pip pip3 pipx uv uvx poetry cargo rustc go gofmt
gcc cc clang ld as ar nm gdb lldb strace ltrace perf valgrind docker podman kubectl helm terraform
ansible ansible-playbook vagrant nerdctl buildah skopeo aws gcloud az gh glab hub ssh scp sftp
rsync rclone wget nc ncat socat telnet ftp ping dig host nslookup ss ip iptables tcpdump openssl
gpg ssh-add ssh-agent ssh-keygen tar gzip gunzip zcat bzip2 xz zstd zip unzip 7z cpio vi vim nvim
ex view nano emacs ed less more most pg man info bat column watch entr inotifywait script screen
tmux unbuffer apt apt-get dpkg dpkg-query snap flatpak rpm dnf yum apk brew systemctl service
journalctl crontab at batch mount umount mkfs wipefs fdisk shutdown reboot poweroff halt kill
killall pkill pgrep ps top htop free uptime uname hostname whoami id who date cal sleep echo
printf true false test [ expr seq head tail tr basename dirname readlink realpath mktemp tac rev
fold fmt base64 md5sum sha1sum sha256sum sum cksum yes factor shuf bc dc jq yq sqlite3 psql mysql
redis-cli mongosh flock time taskset chrt choom prlimit cgexec firejail bwrap proot fakeroot
eatmydata faketime torsocks proxychains xvfb-run dbus-run-session evil status push statuses f g do
then else fi done in esac select function coproc repeat end foreach z y rm- git-push helper a.out
job build run m su-do print noglob where
`
	.trim()
	.split(/\s+/);
