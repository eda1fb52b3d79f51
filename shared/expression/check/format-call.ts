// `'%d of %s'.format([a, b])` with a text and a list that are written out: whether the clauses can be read, and the values have types
// that they take. What is not known before it runs is let pass.

import type { Issue } from '../syntax/issue.ts';
import type { CallNode, Expression } from '../syntax/tree.ts';
import type { TypeKind } from '../type/type.ts';
import { types } from '../type/type.ts';
import type { Checked } from './checked.ts';

interface Clause {
  readonly takes: ReadonlySet<TypeKind>;
  readonly refusal: string;
}

const clauseOf = (refusal: string, ...takes: readonly TypeKind[]): Clause => ({
  takes: new Set<TypeKind>(['dyn', ...takes]),
  refusal,
});
const hexadecimal = clauseOf(
  'only integers, byte buffers, and strings can be formatted as hex',
  'int',
  'uint',
  'string',
  'bytes',
);
const text = clauseOf(
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  ...([
    'list',
    'map',
    'int',
    'uint',
    'double',
    'bool',
    'string',
    'timestamp',
    'bytes',
    'duration',
    'type',
    'null',
  ] as const),
);
const clauses = new Map<string, Clause>([
  ['s', text],
  ['d', clauseOf('decimal clause can only be used on integers', 'int', 'uint')],
  ['f', clauseOf('fixed-point clause can only be used on doubles', 'double', 'string')],
  ['e', clauseOf('scientific clause can only be used on doubles', 'double', 'string')],
  ['b', clauseOf('only integers and bools can be formatted as binary', 'int', 'uint', 'bool')],
  ['x', hexadecimal],
  ['X', hexadecimal],
  ['o', clauseOf('octal clause can only be used on integers', 'int', 'uint')],
]);

/** What is wrong with the call; undefined: nothing, or it is another call. */
export function formatIssue(call: CallNode, checked: Checked): Issue | undefined {
  const [list, ...more] = call.args;
  const written = call.target?.kind === 'literal' ? call.target.value : undefined;
  if (call.name !== 'format' || typeof written !== 'string' || list?.kind !== 'list' || more.length > 0)
    return undefined;
  const issue = (message: string, at: Expression = call): Issue => ({ offset: at.offset, message });
  let next = 0;
  for (const [whole, precision, letter] of written.matchAll(/%(?:%|(\.\d*)?(.)?)/gsu)) {
    if (whole === '%%') continue;
    if (whole === '%') return issue('unexpected end of string');
    const value = list.items[next];
    if (value === undefined) return issue(`index ${next} out of range`);
    next += 1;
    const unreadable = 'could not parse formatting clause';
    if (letter === undefined)
      return issue(`${unreadable}: error while parsing precision: could not find end of precision specifier`);
    if (precision === '.') return issue(`${unreadable}: error while parsing precision`);
    const clause = clauses.get(letter);
    if (clause === undefined) return issue(`${unreadable}: unrecognized formatting clause "${letter}"`);
    const bad = refused(value, clause, checked);
    if (bad !== undefined) {
      const { name } = typeOf(bad, checked);
      return issue(`error during formatting: ${clause.refusal}, was given ${name}`, bad);
    }
  }
  const given = list.items.length;
  if (given <= next) return undefined;
  return issue(`too many arguments supplied to string.format (expected ${next}, got ${given})`);
}

function typeOf(node: Expression, checked: Checked) {
  return checked.types.get(node) ?? types.dyn;
}

/** The value that the clause does not take, or what is in it. */
function refused(value: Expression, clause: Clause, checked: Checked): Expression | undefined {
  if (!clause.takes.has(typeOf(value, checked).kind)) return value;
  if (clause !== text) return undefined;
  const inner =
    value.kind === 'list'
      ? value.items
      : value.kind === 'map'
        ? value.entries.flatMap((entry) => [entry.key, entry.value])
        : [];
  for (const one of inner) {
    const bad = refused(one, clause, checked);
    if (bad !== undefined) return bad;
  }
  return undefined;
}
