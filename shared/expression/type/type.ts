// The types of expressions, static and at run time. A type is a value too: `type(1) == int`.

export type TypeKind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'param'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'uint';

/** Fields of a struct type: the type of one, by the name that expressions use; undefined where there is none. */
export type FieldTypes = (name: string) => Type | undefined;

/** Immutable. Struct types are the same when their names are; all others when kind, name and parameters are. */
export class Type {
  readonly kind: TypeKind;
  /** What `type(x)` prints: `int`, `list`, `google.protobuf.Timestamp`, the name of a struct. */
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly fields: FieldTypes | undefined;

  constructor(kind: TypeKind, name: string, parameters: readonly Type[] = [], fields?: FieldTypes) {
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
    this.fields = fields;
  }

  /** The form of messages: `list(int)`, `map(string, dyn)`. */
  toString(): string {
    const shown = shownNames.get(this.kind) ?? this.name;
    return this.parameters.length === 0 ? shown : `${shown}(${this.parameters.join(', ')})`;
  }
}

/** The form of messages about what an expression must evaluate to, where the type of null has another name. */
export function resultName(type: Type): string {
  return type.kind === 'null' ? type.name : String(type);
}

const shownNames = new Map<TypeKind, string>([
  ['duration', 'duration'],
  ['error', '!error!'],
  ['null', 'null'],
  ['timestamp', 'timestamp'],
]);

const dyn = new Type('dyn', 'dyn');

export const types = {
  /** A value of unknown type, as `dyn`, but no range of a comprehension until `dyn(x)` makes it one. */
  any: new Type('dyn', 'any'),
  bool: new Type('bool', 'bool'),
  bytes: new Type('bytes', 'bytes'),
  double: new Type('double', 'double'),
  duration: new Type('duration', 'google.protobuf.Duration'),
  dyn,
  error: new Type('error', '!error!'),
  int: new Type('int', 'int'),
  null: new Type('null', 'null_type'),
  string: new Type('string', 'string'),
  timestamp: new Type('timestamp', 'google.protobuf.Timestamp'),
  uint: new Type('uint', 'uint'),
  /** Without parameters, as values at run time know them. */
  list: new Type('list', 'list', [dyn]),
  map: new Type('map', 'map', [dyn, dyn]),
  type: new Type('type', 'type'),
  optional: new Type('opaque', 'optional_type', [dyn]),
} as const;

export function listType(item: Type): Type {
  return new Type('list', 'list', [item]);
}

export function mapType(key: Type, value: Type): Type {
  return new Type('map', 'map', [key, value]);
}

export function optionalType(value: Type): Type {
  return new Type('opaque', 'optional_type', [value]);
}

/** The type of a type. */
export function typeType(of: Type): Type {
  return new Type('type', 'type', [of]);
}

/** An abstract type of a library, such as an address. */
export function opaqueType(name: string, ...parameters: readonly Type[]): Type {
  return new Type('opaque', name, parameters);
}

export function structType(name: string, fields: FieldTypes): Type {
  return new Type('struct', name, [], fields);
}

export function parameterType(name: string): Type {
  return new Type('param', name);
}

export function isOptional(type: Type): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}

export function isDynOrError(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

/** Whether both are the same type, with the same parameters. */
export function sameType(left: Type, right: Type): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || left.name !== right.name) return false;
  if (left.parameters.length !== right.parameters.length) return false;
  return left.parameters.every((parameter, at) => sameType(parameter, right.parameters[at] ?? types.error));
}
