import { parseSync } from 'oxc-parser';

/** One small change of a program's meaning. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const OTHER_OPERATOR: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};
const OTHER_METHOD: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** Every place where an operator, a condition, a number, a truth or a method can be another one. Types have no meaning. */
export function findMutants(file: string, text: string): Mutant[] {
  const { program } = parseSync(file, text);
  return [...walk(program as unknown as Node)].flatMap((node) => mutantsOf(node, text));
}

function* walk(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !('expression' in node)) return;
  if (node.type === 'ImportDeclaration') return;
  yield node;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue;
    for (const child of [value].flat()) if (isNode(child)) yield* walk(child);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function mutantsOf(node: Node, text: string): Mutant[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorMutants(node, text);
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(node['test']) ? replaceBy(node['test'], ['true', 'false']) : [];
    case 'UnaryExpression':
      return node['operator'] === '!' && isNode(node['argument'])
        ? replaceBy(node, [text.slice(node['argument'].start, node['argument'].end)])
        : [];
    case 'Literal':
      return literalMutants(node);
    case 'MemberExpression':
      return methodMutants(node);
    default:
      return [];
  }
}

function operatorMutants(node: Node, text: string): Mutant[] {
  const { left, right } = node;
  if (!isNode(left) || !isNode(right)) return [];
  const operator = String(node['operator']);
  if (operator === '??') return replaceBy(node, [text.slice(left.start, left.end)]);
  const start = text.indexOf(operator, left.end);
  return replaceBy({ start, end: start + operator.length }, OTHER_OPERATOR[operator] ?? []);
}

function literalMutants(node: Node): Mutant[] {
  if (typeof node['value'] === 'boolean') return replaceBy(node, [String(!node['value'])]);
  if (typeof node['value'] === 'number') return replaceBy(node, [`(${node['value']} + 1)`]);
  return [];
}

function methodMutants(node: Node): Mutant[] {
  const { property } = node;
  if (!isNode(property) || node['computed'] === true) return [];
  const other = OTHER_METHOD[String(property['name'])];
  return other === undefined ? [] : replaceBy(property, [other]);
}

function replaceBy({ start, end }: { start: number; end: number }, texts: readonly string[]): Mutant[] {
  return texts.map((replacement) => ({ start, end, replacement }));
}
