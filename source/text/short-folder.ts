/** Writes `~` in place of the home folder. */
export function shortFolder(folder: string, home: string | undefined): string {
	return home && (folder === home || folder.startsWith(`${home}/`))
		? `~${folder.slice(home.length)}`
		: folder;
}
