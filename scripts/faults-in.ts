/** Finds the places in a source file's syntax tree where a small fault can be planted. */
import {type Node, SyntaxKind} from 'typescript/unstable/ast';

/** A fault: the text from `start` to `end` is replaced by `text`. */
export type Fault = {
	readonly kind: string;
	readonly start: number;
	readonly end: number;
	readonly text: string;
};

type Source = {readonly text: string};
type Plant = (node: Node, source: Source) => readonly Fault[];

export function faultsIn(root: Node, source: Source): readonly Fault[] {
	const found = plants.get(root.kind)?.(root, source) ?? [];
	const inner: Fault[] = [];
	root.forEachChild(child => {
		// Skip types, because the compiler notices faults in them.
		if (!typeKinds.has(child.kind)) {
			inner.push(...faultsIn(child, source));
		}
	});
	return [...found, ...inner];
}

const typeKinds: ReadonlySet<SyntaxKind> = new Set([
	SyntaxKind.ImportDeclaration,
	SyntaxKind.ExportDeclaration,
	SyntaxKind.TypeAliasDeclaration,
	SyntaxKind.TypeReference,
	SyntaxKind.TypeLiteral,
	SyntaxKind.LiteralType,
	SyntaxKind.UnionType,
	SyntaxKind.TupleType,
]);

const plants: ReadonlyMap<SyntaxKind, Plant> = new Map<SyntaxKind, Plant>([
	[SyntaxKind.IfStatement, negated],
	[SyntaxKind.WhileStatement, negated],
	[SyntaxKind.ConditionalExpression, negated],
	[SyntaxKind.PrefixUnaryExpression, withoutNot],
	[SyntaxKind.BinaryExpression, otherOperator],
	[SyntaxKind.ExpressionStatement, dropped('a statement is dropped', ';')],
	[SyntaxKind.SpreadAssignment, dropped('a spread is dropped', '...{}')],
	[SyntaxKind.TrueKeyword, dropped('true is false', 'false')],
	[SyntaxKind.FalseKeyword, dropped('false is true', 'true')],
	[SyntaxKind.NumericLiteral, otherNumber],
	[SyntaxKind.PropertyAccessExpression, otherMethod],
	[SyntaxKind.FunctionDeclaration, earlyReturn],
]);

function startOf(node: Node): number {
	return node.getStart();
}

function textOf(node: Node, {text}: Source): string {
	return text.slice(startOf(node), node.end);
}

function replaced(node: Node, kind: string, text: string): Fault {
	return {kind, start: startOf(node), end: node.end, text};
}

function dropped(kind: string, text: string): Plant {
	return node => [replaced(node, kind, text)];
}

function negated(node: Node, source: Source): readonly Fault[] {
	const condition = childrenOf(node).find(child => child.kind !== SyntaxKind.OpenParenToken);
	return condition
		? [replaced(condition, 'a condition is negated', `!(${textOf(condition, source)})`)]
		: [];
}

function withoutNot(node: Node, source: Source): readonly Fault[] {
	const text = textOf(node, source);
	return text.startsWith('!') ? [replaced(node, 'a negation is dropped', text.slice(1))] : [];
}

const otherOperators: Readonly<Record<string, string>> = {
	__proto__: null as never,
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'&&': '||',
	'||': '&&',
	'-': '+',
	'*': '/',
	'+=': '-=',
};

function otherOperator(node: Node, source: Source): readonly Fault[] {
	const [, sign] = childrenOf(node);
	const other = sign && otherOperators[textOf(sign, source)];
	return sign && other !== undefined
		? [replaced(sign, `${textOf(sign, source)} is ${other}`, other)]
		: [];
}

function otherNumber(node: Node, source: Source): readonly Fault[] {
	return [replaced(node, 'a number is one more', `(${textOf(node, source)} + 1)`)];
}

const otherMethods: Readonly<Record<string, string>> = {
	__proto__: null as never,
	some: 'every',
	every: 'some',
	min: 'max',
	max: 'min',
	startsWith: 'endsWith',
	endsWith: 'startsWith',
	findLast: 'find',
};

function otherMethod(node: Node, source: Source): readonly Fault[] {
	const name = childrenOf(node).at(-1);
	const other = name && otherMethods[textOf(name, source)];
	return name && other !== undefined
		? [replaced(name, `${textOf(name, source)} is ${other}`, other)]
		: [];
}

/**
 * Makes a function return at once. Only for functions that return nothing: the compiler notices the
 * others.
 */
function earlyReturn(node: Node, source: Source): readonly Fault[] {
	const body = childrenOf(node).find(child => child.kind === SyntaxKind.Block);
	const isVoid = childrenOf(node).some(child => child.kind === SyntaxKind.VoidKeyword);
	if (!body || !isVoid) {
		return [];
	}
	const start = startOf(body);
	const text = textOf(body, source).replace('{', '{ return;');
	return [{kind: 'a function does nothing', start, end: body.end, text}];
}

function childrenOf(node: Node): readonly Node[] {
	const children: Node[] = [];
	node.forEachChild(child => {
		children.push(child);
	});
	return children;
}
