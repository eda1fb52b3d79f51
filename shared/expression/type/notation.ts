// Types and signatures as text, so that libraries read as they are documented: `list(T).first(): optional(T)`. A name of one
// capital letter is a type parameter; a name with a dot, or one that is passed in, is a type of the library.

import { listType, mapType, opaqueType, optionalType, parameterType, type Type, typeType, types } from './type.ts';

/** A signature that was read. */
export interface Signature {
  readonly name: string;
  /** Called on its first parameter: `x.f(y)`. */
  readonly member: boolean;
  readonly parameters: readonly Type[];
  readonly result: Type;
}

/** Types of a library, by the name that its signatures use. */
export type NamedTypes = Readonly<Record<string, Type>>;

const plain = new Map<string, Type>([
  ['bool', types.bool],
  ['bytes', types.bytes],
  ['double', types.double],
  ['duration', types.duration],
  ['dyn', types.dyn],
  ['int', types.int],
  ['null', types.null],
  ['string', types.string],
  ['timestamp', types.timestamp],
  ['uint', types.uint],
]);

/**
 * Reads `name(type, ...): type` or `type.name(type, ...): type`. Operators are written by name: `_+_(int, int): int`.
 * Throws a TypeError for what it cannot read: a mistake in a library.
 */
export function signature(text: string, named: NamedTypes = {}): Signature {
  const reader = new TypeReader(text, named);
  const first = reader.position;
  let member = false;
  let target: Type | undefined;
  // A member's target is a type followed by a dot and a name; a function's name may hold dots of its own, before its bracket.
  const dot = memberDot(text);
  if (dot > 0) {
    target = new TypeReader(text.slice(0, dot), named).whole();
    reader.position = dot + 1;
    member = true;
  } else {
    reader.position = first;
  }
  const name = reader.until('(');
  const parameters = target === undefined ? [] : [target];
  parameters.push(...reader.listUntil(')'));
  reader.expect(':');
  return { name, member, parameters, result: reader.rest() };
}

/** Place of the dot between target and name; -1 where there is none. */
function memberDot(text: string): number {
  let depth = 0;
  let found = -1;
  for (const [at, letter] of Array.from(text).entries()) {
    if (letter === '(') {
      if (depth === 0 && found >= 0) break;
      depth += 1;
    } else if (letter === ')') {
      depth -= 1;
    } else if (letter === ':' && depth === 0) {
      break;
    } else if (letter === '.' && depth === 0) {
      const before = text.slice(0, at);
      if (plain.has(before) || before.endsWith(')') || /^[A-Z]\w*$/.test(before) || before === 'type') found = at;
    }
  }
  return found;
}

class TypeReader {
  position = 0;
  private readonly text: string;
  private readonly named: NamedTypes;

  constructor(text: string, named: NamedTypes) {
    this.text = text;
    this.named = named;
  }

  whole(): Type {
    const type = this.type();
    if (this.position !== this.text.length) throw new TypeError(`${this.text}: no signature`);
    return type;
  }

  rest(): Type {
    return this.whole();
  }

  until(end: string): string {
    const at = this.text.indexOf(end, this.position);
    if (at < 0) throw new TypeError(`${this.text}: no signature`);
    const name = this.text.slice(this.position, at);
    this.position = at + end.length;
    return name;
  }

  listUntil(end: string): Type[] {
    const list: Type[] = [];
    for (;;) {
      this.skipSpace();
      if (this.text[this.position] === end) break;
      list.push(this.type());
      this.skipSpace();
      if (this.text[this.position] === ',') this.position += 1;
    }
    this.position += 1;
    return list;
  }

  expect(text: string): void {
    this.skipSpace();
    if (!this.text.startsWith(text, this.position)) throw new TypeError(`${this.text}: no signature`);
    this.position += text.length;
  }

  private type(): Type {
    this.skipSpace();
    const name = /^[\w.]+/.exec(this.text.slice(this.position))?.[0];
    if (name === undefined) throw new TypeError(`${this.text}: no signature`);
    this.position += name.length;
    let parameters: Type[] = [];
    if (this.text[this.position] === '(') {
      this.position += 1;
      parameters = this.listUntil(')');
    }
    const [first = types.dyn, second = types.dyn] = parameters;
    if (name === 'list') return listType(first);
    if (name === 'map') return mapType(first, second);
    if (name === 'optional') return optionalType(first);
    if (name === 'type') return parameters.length === 0 ? types.type : typeType(first);
    const known = plain.get(name) ?? this.named[name];
    if (known !== undefined) return known;
    if (/^[A-Z]$/.test(name)) return parameterType(name);
    if (name.includes('.')) return opaqueType(name, ...parameters);
    throw new TypeError(`${this.text}: unknown type ${name}`);
  }

  private skipSpace(): void {
    while (this.text[this.position] === ' ') this.position += 1;
  }
}
