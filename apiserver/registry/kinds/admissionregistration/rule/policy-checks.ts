// Checks the expressions of a policy when it is written, in order: each may use the variables before it.

import type { Type } from '../../../../../shared/expression/type/type.ts';
import type { LateChecks } from '../../../../admission/expression/late-checks.ts';
import type { CheckedUse } from '../../../../admission/expression/expression-checks.ts';

/** Each function returns why the expression cannot be used; undefined: it can. */
export class PolicyChecks {
  readonly #late: LateChecks;
  readonly #params: boolean;
  readonly #stored: ReadonlySet<string>;
  readonly #variables = new Map<string, Type>();

  /** `params`: whether the policy has some. `stored`: expressions that it had before. */
  constructor(late: LateChecks, params: boolean, stored: ReadonlySet<string>) {
    this.#late = late;
    this.#params = params;
    this.#stored = stored;
  }

  /** Conditions come before the variables. */
  readonly condition = (source: string): string | undefined =>
    this.#late.checks.check(source, { params: this.#params, stored: this.#stored.has(source), gives: 'bool' }).fault;

  variable(name: string, source: string): string | undefined {
    // The first one finds no other, but the name for all of them.
    const { fault, type } = this.#check(source, { gives: 'anything', variables: this.#variables });
    this.#variables.set(name, type);
    return fault;
  }

  validation(source: string): string | undefined {
    return this.#check(source, { gives: 'bool' }).fault;
  }

  message(source: string): string | undefined {
    return this.#check(source, { gives: 'string', authorizer: false }).fault;
  }

  annotation(source: string): string | undefined {
    return this.#check(source, { gives: 'string or null' }).fault;
  }

  /** What becomes of an object, as a configuration to apply or as a list of patch operations. */
  mutation(source: string, patchType: 'ApplyConfiguration' | 'JSONPatch'): string | undefined {
    return this.#check(source, { gives: patchType, patchTypes: true }).fault;
  }

  #check(source: string, use: Pick<CheckedUse, 'gives' | 'authorizer' | 'patchTypes' | 'variables'>) {
    const stored = this.#stored.has(source);
    const known = this.#variables.size > 0 ? { variables: this.#variables } : {};
    return this.#late.checks.check(source, { params: this.#params, stored, ...known, ...use });
  }
}
