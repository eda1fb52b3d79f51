// Which overloads of a function fit the types of its arguments.

import type { Overload } from '../declare/function.ts';
import { sameType, type Type, types } from '../type/type.ts';
import { substitute } from '../type/unify.ts';
import type { Inference } from './inference.ts';

export interface Resolution {
  readonly overloads: readonly Overload[];
  readonly type: Type;
}

/** All overloads that fit, and the type of the result: dynamic where they differ in it. Undefined: none fits. */
export function resolve(
  inference: Inference,
  overloads: readonly Overload[],
  given: readonly Type[],
): Resolution | undefined {
  const fitting: Overload[] = [];
  let result: Type | undefined;
  for (const overload of overloads) {
    const own = instantiated(inference, overload);
    if (!inference.assignAll(own.parameters, given)) continue;
    fitting.push(overload);
    const type = inference.known(own.result);
    if (result === undefined) result = type;
    else if (result.kind !== 'dyn' && !sameType(result, type)) result = types.dyn;
  }
  return result === undefined ? undefined : { overloads: fitting, type: result };
}

/** Types of arguments as messages show them: `(int, string)`, `string.(int)`. */
export function appliedTo(inference: Inference, given: readonly Type[], member: boolean): string {
  const [first, ...others] = given.map((type) => String(inference.final(type)));
  return member ? `${first}.(${others.join(', ')})` : `(${[first, ...others].filter(Boolean).join(', ')})`;
}

/** The overload with fresh type parameters. */
function instantiated(
  inference: Inference,
  overload: Overload,
): { readonly parameters: Type[]; readonly result: Type } {
  const names = new Set<string>();
  for (const type of [...overload.parameters, overload.result]) parameterNames(type, names);
  if (names.size === 0) return { parameters: [...overload.parameters], result: overload.result };
  const fresh = new Map([...names].map((name) => [name, inference.fresh()] as const));
  return {
    parameters: overload.parameters.map((type) => substitute(fresh, type)),
    result: substitute(fresh, overload.result),
  };
}

function parameterNames(type: Type, names: Set<string>): void {
  if (type.kind === 'param') names.add(type.name);
  for (const parameter of type.parameters) parameterNames(parameter, names);
}
