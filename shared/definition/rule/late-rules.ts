// Loads the rules of schemas when they are first needed: loading the language takes milliseconds, which most starts can save.

import type { Vendor } from '../../vendor/vendor.ts';
import type { Rules } from './rules.ts';

export class LateRules {
  readonly #vendor: Vendor;
  #rules: Rules | undefined;
  #loading: Promise<void> | undefined;

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
  }

  /** Resolves when `rules` is there. Undefined: it is there already. */
  load(): Promise<void> | undefined {
    if (this.#rules !== undefined) return undefined;
    this.#loading ??= import('./rules.ts').then(({ Rules }) => {
      this.#rules = new Rules(this.#vendor);
    });
    return this.#loading;
  }

  /** Throws before `load` has resolved. */
  get rules(): Rules {
    if (this.#rules === undefined) throw new TypeError('the rules of schemas are not loaded');
    return this.#rules;
  }
}
