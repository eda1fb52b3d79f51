// Descriptions of built-in types and fields, in the project's own words, for OpenAPI and through it for
// `explain`. They are separate from `data/`, because nothing else uses them. A group's texts are parsed when one of its types
// is first asked for.
//
// The notation (`descriptions/`): a line per type, and below it, indented, a line per field; two spaces before the text.
//
//   Job  Runs pods until so many of them succeeded.
//     parallelism  How many pods may run at once. Default 1.
//   EphemeralContainer like Container  ...      takes what it does not say itself from another type of the group
//   *                                            holds for fields of every type that say nothing of their own
//
// Versions of a group share the texts.

import type { Vendor } from '../vendor/vendor.ts';
import { descriptionTexts } from './descriptions/index.ts';

export interface Descriptions {
  /** Of a struct by its template name, e.g. `core/v1.PodSpec`. Undefined: there is none. */
  ofType(struct: string): string | undefined;
  /** Of a field as the struct shows it, inlined ones included. Undefined: there is none. */
  ofField(struct: string, field: string): string | undefined;
}

interface TypeText {
  readonly own: string;
  readonly like: string | undefined;
  readonly fields: Map<string, string>;
}

/** Makes the texts under the vendor's names. Cheap: nothing is parsed before it is asked for. */
export function loadDescriptions(vendor: Vendor): Descriptions {
  const groups = new Map<string, ReadonlyMap<string, TypeText>>();
  const typesOf = (group: string): ReadonlyMap<string, TypeText> => {
    let types = groups.get(group);
    if (types === undefined) {
      const texts = Object.hasOwn(descriptionTexts, group) ? (descriptionTexts[group] ?? []) : [];
      types = parse(texts.join(''), (text) => (text.includes('{') ? vendor.fill(text) : text));
      groups.set(group, types);
    }
    return types;
  };
  const fieldIn = (types: ReadonlyMap<string, TypeText>, name: string, field: string): string | undefined => {
    const type = types.get(name);
    return type?.fields.get(field) ?? (type?.like === undefined ? undefined : fieldIn(types, type.like, field));
  };
  return {
    ofType(struct) {
      const { group, type } = placeOf(struct);
      return typesOf(group).get(type)?.own;
    },
    ofField(struct, field) {
      const { group, type } = placeOf(struct);
      return fieldIn(typesOf(group), type, field) ?? fieldIn(typesOf('*'), '*', field);
    },
  };
}

/** `rbac.authorization.{api}/v1.Role` is the type Role of the group `rbac.authorization.{api}`. */
function placeOf(struct: string): { readonly group: string; readonly type: string } {
  const slash = struct.indexOf('/');
  return {
    group: struct.slice(0, slash < 0 ? struct.indexOf('.') : slash),
    type: struct.slice(struct.indexOf('.', slash) + 1),
  };
}

/** Throws TypeError: the notation is the project's own, a fault in it is a programmer's mistake. */
function parse(text: string, fill: (template: string) => string): ReadonlyMap<string, TypeText> {
  const types = new Map<string, TypeText>();
  let current: TypeText | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, indent, name, like, own = ''] = /^( {2})?(\S+)(?: like (\S+))?(?: {2}(.+))?$/.exec(fill(line)) ?? [];
    if (name === undefined) throw new TypeError(`not a description: ${line}`);
    if (indent === undefined) {
      if (types.has(name)) throw new TypeError(`${name} is described twice`);
      current = { own, like, fields: new Map() };
      types.set(name, current);
    } else if (current === undefined || current.fields.has(name)) throw new TypeError(`out of place: ${line}`);
    else current.fields.set(name, own);
  }
  return types;
}
