// Names of extended resources: those of a domain that is not the system's own, which plug-ins and administrators may give.

import { checkQualifiedName } from '../../shared/object/names.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** Quotas put this before a name, so it must stay valid with it, and no name may begin with it. */
const quotaPrefix = 'requests.';

/** Undefined: it is the name of an extended resource; otherwise why it is none. */
export function extendedNameFault(name: string, vendor: Vendor): string | undefined {
  if (!name.includes('/')) return 'must begin with a domain and a slash';
  const own = vendor.fill('{label}/');
  if (name.includes(own)) return `must not be of the domain ${own}`;
  if (name.startsWith(quotaPrefix)) return `must not begin with ${quotaPrefix}`;
  return checkQualifiedName(`${quotaPrefix}${name}`)[0];
}
