// The checks of expressions, loaded when they are first needed: the language takes milliseconds of every start that needs none.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ExpressionChecks } from './expression-checks.ts';

export class LateChecks {
  readonly #vendor: Vendor;
  #checks: ExpressionChecks | undefined;
  #loading: Promise<void> | undefined;

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
  }

  /** Resolves when `checks` is there. Undefined: it is there already. */
  load(): Promise<void> | undefined {
    if (this.#checks !== undefined) return undefined;
    this.#loading ??= import('./expression-checks.ts').then(({ ExpressionChecks }) => {
      this.#checks = new ExpressionChecks(this.#vendor);
    });
    return this.#loading;
  }

  /** Throws before `load` has resolved. */
  get checks(): ExpressionChecks {
    if (this.#checks === undefined) throw new TypeError('the checks of expressions are not loaded');
    return this.#checks;
  }
}
