// Expressions of webhooks and policies when they are written: what is wrong with one, in the words of the API.

import type { Environment } from '../../../shared/expression/environment.ts';
import { listType, type Type, types } from '../../../shared/expression/type/type.ts';
import { servedVersion, writtenVersion } from '../../../shared/expression/versions.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { type AdmissionEnvironments, admissionEnvironments } from './admission-environment.ts';
import { compileExpression } from './compiled-expression.ts';
import { objectType, operationType } from './patch-types.ts';

export interface CheckedUse {
  /** Whether `params` is there. */
  readonly params: boolean;
  /** Whether the expression is stored already: then it may use every function of this server. */
  readonly stored: boolean;
  /** What it must give. */
  readonly gives: 'bool' | 'string' | 'string or null' | 'anything' | 'ApplyConfiguration' | 'JSONPatch';
  /** Variables of the policy that stand before it, with their types; absent: there are none. */
  readonly variables?: ReadonlyMap<string, Type>;
  /** Whether the authorizer is there. Default true. */
  readonly authorizer?: boolean;
  /** Whether it can make what changes objects. Default false. */
  readonly patchTypes?: boolean;
}

const wanted: Readonly<Record<CheckedUse['gives'], readonly Type[] | undefined>> = {
  bool: [types.bool],
  string: [types.string],
  'string or null': [types.string, types.null],
  anything: undefined,
  ApplyConfiguration: [objectType],
  JSONPatch: [listType(operationType)],
};

export interface CheckOutcome {
  /** Why it cannot be used; undefined: it can. */
  readonly fault: string | undefined;
  readonly type: Type;
}

export class ExpressionChecks {
  readonly #environments: AdmissionEnvironments;
  readonly #plain = new Map<string, Environment>();

  constructor(vendor: Vendor) {
    this.#environments = admissionEnvironments(vendor);
  }

  check(source: string, use: CheckedUse): CheckOutcome {
    const { fault, type } = compileExpression(this.#environment(use), source, wanted[use.gives]);
    return { fault, type: type ?? types.dyn };
  }

  #environment({ params, stored, variables, authorizer = true, patchTypes = false }: CheckedUse): Environment {
    const version = stored ? servedVersion : writtenVersion;
    const make = (): Environment => {
      const known = variables === undefined ? {} : { variables: new Map(variables) };
      return this.#environments.environment(version, { params, authorizer, patchTypes, ...known });
    };
    if (variables !== undefined) return make();
    const key = `${version} ${params} ${authorizer} ${patchTypes}`;
    let plain = this.#plain.get(key);
    if (plain === undefined) this.#plain.set(key, (plain = make()));
    return plain;
  }
}
