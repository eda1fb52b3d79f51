// Whether a value of one type may stand where another is wanted, with type parameters bound on the way. Unification as the
// language definition has it: `dyn` fits everywhere, null fits where a value may be absent.

import { isDynOrError, type Type, Type as TypeClass, types } from './type.ts';

/** What type parameters stand for. Never changed: a failed attempt leaves no trace. */
export type Bindings = ReadonlyMap<string, Type>;

export const noBindings: Bindings = new Map();

/** Bindings under which `actual` may be used as `wanted`; undefined: it may not. */
export function assign(bindings: Bindings, wanted: Type, actual: Type): Bindings | undefined {
  const copy = new Map(bindings);
  return assignInto(copy, wanted, actual) ? copy : undefined;
}

/** The same for arguments: all of them, or undefined. */
export function assignAll(bindings: Bindings, wanted: readonly Type[], actual: readonly Type[]): Bindings | undefined {
  if (wanted.length !== actual.length) return undefined;
  const copy = new Map(bindings);
  return listsInto(copy, wanted, actual) ? copy : undefined;
}

/** The type with its bound parameters replaced; parameters that are free become `dyn` when `freeAsDyn`. */
export function substitute(bindings: Bindings, type: Type, freeAsDyn = false): Type {
  if (type.kind === 'param') {
    const bound = bindings.get(type.name);
    if (bound !== undefined) return substitute(bindings, bound, freeAsDyn);
    return freeAsDyn ? types.dyn : type;
  }
  if (type.parameters.length === 0) return type;
  let changed = false;
  const parameters = type.parameters.map((parameter) => {
    const replaced = substitute(bindings, parameter, freeAsDyn);
    changed ||= replaced !== parameter;
    return replaced;
  });
  return changed ? new TypeClass(type.kind, type.name, parameters, type.fields) : type;
}

/** Of two types that fit each other, the one that says less. */
export function mostGeneral(left: Type, right: Type): Type {
  return lessSpecific(left, right) ? left : right;
}

function lessSpecific(left: Type, right: Type): boolean {
  if (isDynOrError(left) || left.kind === 'param') return true;
  if (isDynOrError(right) || right.kind === 'param') return false;
  if (left.kind !== right.kind || left.name !== right.name) return false;
  if (left.kind === 'type') return true;
  if (left.parameters.length !== right.parameters.length) return false;
  return left.parameters.every((parameter, at) => lessSpecific(parameter, right.parameters[at] ?? types.error));
}

function listsInto(bindings: Map<string, Type>, wanted: readonly Type[], actual: readonly Type[]): boolean {
  if (wanted.length !== actual.length) return false;
  for (const [at, type] of wanted.entries()) {
    if (!assignInto(bindings, type, actual[at] ?? types.error)) return false;
  }
  return true;
}

function assignInto(bindings: Map<string, Type>, wanted: Type, actual: Type): boolean {
  if (wanted.kind === 'param') {
    const outcome = bindParameter(bindings, wanted, actual);
    if (outcome !== undefined) return outcome;
  }
  if (actual.kind === 'param') {
    const outcome = bindParameter(bindings, actual, wanted);
    return outcome ?? false;
  }
  if (isDynOrError(wanted) || isDynOrError(actual)) return true;
  if (wanted.kind === 'null') return takesNull(actual);
  if (actual.kind === 'null') return takesNull(wanted);
  if (wanted.kind !== actual.kind) return false;
  if (wanted.kind === 'type') return true;
  return wanted.name === actual.name && listsInto(bindings, wanted.parameters, actual.parameters);
}

/** True or false: decided; undefined: the parameter occurs in the type, and it may be decided the other way. */
function bindParameter(bindings: Map<string, Type>, parameter: Type, type: Type): boolean | undefined {
  if (type.kind === 'param' && type.name === parameter.name) return true;
  const bound = bindings.get(parameter.name);
  if (bound !== undefined) {
    if (!assignInto(bindings, bound, type)) return false;
    const wider = mostGeneral(type, bound);
    if (wider === type && !occurs(bindings, parameter, wider)) bindings.set(parameter.name, wider);
    return true;
  }
  if (occurs(bindings, parameter, type)) return undefined;
  bindings.set(parameter.name, type);
  return true;
}

function occurs(bindings: Bindings, parameter: Type, within: Type): boolean {
  if (within.kind === 'param') {
    if (within.name === parameter.name) return true;
    const bound = bindings.get(within.name);
    return bound !== undefined && occurs(bindings, parameter, bound);
  }
  return within.parameters.some((each) => occurs(bindings, parameter, each));
}

function takesNull(type: Type): boolean {
  return ['null', 'duration', 'timestamp', 'struct', 'opaque'].includes(type.kind);
}
