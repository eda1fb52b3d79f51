// The options of a flex volume: names in the domains of the vendor are for the node agent, which sets them itself.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';

/** The faults of the options of one source; `path`: of the source. Undefined: there is no such source. */
export type FlexOptionRule = (source: unknown, path: string) => readonly FieldError[];

export function flexOptionRule(vendor: Vendor): FlexOptionRule {
  const domains = ['{label}', '{api}'].map((domain) => vendor.fill(domain));
  const detail = `${domains.join(' and ')} namespaces are reserved`;
  const isReserved = (name: string): boolean => {
    const [domain = ''] = name.split('/', 1);
    return domains.some((reserved) => `.${domain.toLowerCase()}`.endsWith(`.${reserved}`));
  };
  return (source, path) => {
    const { options = {} } = (source ?? {}) as { readonly options?: Readonly<Record<string, string>> };
    const reserved = Object.keys(options).filter(isReserved);
    return reserved.map((name) => invalidValue(`${path}.options[${name}]`, name, detail));
  };
}
