// The checks of expressions that choose devices, loaded when they are first needed: few servers ever get one.

import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { CheckExpression, Selector } from './device-configuration.ts';
import type { DeviceExpressions } from './device-expressions.ts';

export class LateDeviceExpressions {
  readonly #vendor: Vendor;
  #expressions: DeviceExpressions | undefined;
  #loading: Promise<void> | undefined;

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
  }

  /** For an object with these selectors. Undefined: there is nothing to wait for. */
  load(selectors: readonly (Selector | null)[]): Promise<void> | undefined {
    if (this.#expressions !== undefined || selectors.length === 0) return undefined;
    this.#loading ??= import('./device-expressions.ts').then(({ DeviceExpressions: Loaded }) => {
      this.#expressions = new Loaded(this.#vendor);
    });
    return this.#loading;
  }

  /** Throws before `load` has resolved. `stored`: the expressions were taken before. */
  readonly check =
    (stored: boolean): CheckExpression =>
    (source) => {
      if (this.#expressions === undefined) throw new TypeError('the checks of expressions are not loaded');
      return this.#expressions.faultOf(source, stored);
    };
}
