// The type parameters that have been inferred while a tree is checked.

import { parameterType, type Type } from '../type/type.ts';
import { assign, assignAll, type Bindings, mostGeneral, noBindings, substitute } from '../type/unify.ts';

export class Inference {
  private bindings: Bindings = noBindings;
  private made = 0;

  /** A parameter that stands for a type not known yet. */
  fresh(): Type {
    this.made += 1;
    return parameterType(`_var${this.made - 1}`);
  }

  /** Whether `actual` may stand where `wanted` is asked for; what that says of parameters is kept. */
  assign(wanted: Type, actual: Type): boolean {
    return this.keep(assign(this.bindings, wanted, actual));
  }

  assignAll(wanted: readonly Type[], actual: readonly Type[]): boolean {
    return this.keep(assignAll(this.bindings, wanted, actual));
  }

  /** The type that holds both; undefined when neither holds the other. */
  join(before: Type, next: Type): Type | undefined {
    return this.assign(before, next) ? mostGeneral(before, next) : undefined;
  }

  /** The type with what is known of its parameters. */
  known(type: Type): Type {
    return substitute(this.bindings, type);
  }

  /** The same; parameters that nothing is known of are dynamic. */
  final(type: Type): Type {
    return substitute(this.bindings, type, true);
  }

  private keep(bindings: Bindings | undefined): boolean {
    if (bindings !== undefined) this.bindings = bindings;
    return bindings !== undefined;
  }
}
