import {isJsonObject, type Json} from '../../events/json.ts';
import {type Edit, type Editor, editing, lineEndOf, Unreadable} from './edit.ts';
import {readToml, type TomlStatement} from './toml-lines.ts';

/** Edits TOML as text, so that comments, order and layout of the rest are kept. */
export const editToml: Editor = (text, edits) =>
	editing(() => edits.flatMap(keysOf).reduce(putKey, text));

type Key = {readonly table: readonly string[]; readonly name: string; readonly value: Json};

function keysOf(edit: Edit): readonly Key[] {
	const value = 'entry' in edit ? edit.entry : edit.put;
	return isJsonObject(value)
		? Object.entries(value).map(([name, inner]) => ({table: edit.at, name, value: inner ?? null}))
		: [{table: edit.at.slice(0, -1), name: edit.at.at(-1)!, value}];
}

function putKey(text: string, {table, name, value}: Key): string {
	const statements = readToml(text);
	const written = JSON.stringify(value);
	const path = [...table, name];
	const old = statements.find(one => !one.isTable && isSame(one.path, path));
	if (old) {
		return text.slice(0, old.valueStart) + written + text.slice(old.end);
	}
	refuseOtherForms(statements, path);
	return insert(text, {statements, table, line: `${name} = ${written}`});
}

/**
 * Throws if the same setting is written as an inline table or in a list of tables, because this
 * editor can't change those; a person has to.
 */
function refuseOtherForms(statements: readonly TomlStatement[], path: readonly string[]): void {
	const isWithin = ({path: other, isTable, isList}: TomlStatement) =>
		other.length < path.length &&
		isSame(other, path.slice(0, other.length)) &&
		(!isTable || isList);
	const other = statements.find(isWithin);
	if (other) {
		throw new Unreadable(`“${other.path.join('.')}” is written there in a way that is not edited`);
	}
}

function insert(
	text: string,
	{
		statements,
		table,
		line,
	}: {statements: readonly TomlStatement[]; table: readonly string[]; line: string},
): string {
	const eol = lineEndOf(text);
	const headers = statements.filter(({isTable}) => isTable);
	const header = headers.find(({path}) => isSame(path, table));
	if (!header && table.length > 0) {
		const gap = text.trim() === '' ? '' : eol;
		return `${whole(text, eol)}${gap}[${table.join('.')}]${eol}${line}${eol}`;
	}
	const from = header?.start ?? -1;
	const until = headers.find(({start}) => start > from)?.start ?? text.length;
	const last = statements.findLast(({start}) => start >= from && start < until);
	const at = last?.next ?? 0;
	return `${whole(text.slice(0, at), eol)}${line}${eol}${text.slice(at)}`;
}

/** Returns the text with a line end after the last line. */
function whole(text: string, eol: string): string {
	return text === '' || text.endsWith('\n') ? text : text + eol;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((name, index) => name === other[index]);
}
