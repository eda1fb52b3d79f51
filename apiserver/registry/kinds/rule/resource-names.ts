// The names of resources that containers, quotas and nodes count, and what amounts of them can be. A name with a slash is
// free for users, but under the maker's domain it is the system's.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { formatQuantity, parseQuantity } from '../../../../shared/object/quantity.ts';

const hugePages = 'hugepages-';
/** Of a quantity's billionths. */
const one = 1_000_000_000n;
const ofContainers: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Counted in whole ones. */
const objects = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
] as const;
const wholes: ReadonlySet<string> = new Set(objects);
const amounts = ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);
const ofQuotas: ReadonlySet<string> = new Set([...amounts, ...objects, 'requests.storage']);
const standard: ReadonlySet<string> = new Set([...ofQuotas, 'storage']);

export interface ResourceNames {
  /** What containers may ask for. */
  readonly ofContainer: (name: string, path: string) => readonly FieldError[];
  /** Whether it is one of the system's own that quotas limit. */
  isOfQuota(name: string): boolean;
  /** What a quota may limit. */
  ofQuota(name: string, path: string): readonly FieldError[];
  /** Whether a user creates it, not the system. */
  isExtended(name: string): boolean;
  /** Any name of a resource. */
  readonly any: (name: string, path: string) => readonly FieldError[];
  /** Whether more of it may be asked for than there is. */
  overcommitted(name: string): boolean;
  /** Zero or more, whole for what is counted in ones. */
  amount(name: string, text: string, path: string): readonly FieldError[];
}

export function isHugePages(name: string): boolean {
  return name.startsWith(hugePages);
}

/** Whether an amount is so many whole pages of the size that the name tells. */
export function isWholePages(name: string, text: string): boolean {
  const [size, amount] = [parseQuantity(name.slice(hugePages.length)), parseQuantity(text)];
  if (size === undefined || size.nano <= 0n || size.nano % one !== 0n) return false;
  if (amount === undefined) return true;
  // A part of a byte counts as a whole one.
  const bytes = amount.nano / one + (amount.nano > 0n && amount.nano % one !== 0n ? 1n : 0n);
  return bytes % (size.nano / one) === 0n;
}

export function resourceNames(vendor: Vendor): ResourceNames {
  const ownDomain = vendor.fill('{label}/');
  const native = (name: string): boolean => !name.includes('/') || name.includes(ownDomain);
  const extended = (name: string): boolean =>
    !native(name) && !name.startsWith('requests.') && checkQualifiedName(`requests.${name}`).length === 0;
  const any = (name: string, path: string): readonly FieldError[] => {
    const faults = checkQualifiedName(name);
    if (faults.length > 0) return faults.map((fault) => invalidValue(path, name, fault));
    if (name.includes('/') || standard.has(name) || isHugePages(name.replace(/^requests\./, ''))) return [];
    return [invalidValue(path, name, 'must be a standard resource type or fully qualified')];
  };
  const isOfQuota = (name: string): boolean => ofQuotas.has(name) || isHugePages(name.replace(/^requests\./, ''));
  return {
    any,
    isExtended: extended,
    isOfQuota,
    overcommitted: (name) => native(name) && !isHugePages(name),
    ofContainer(name, path) {
      if (ofContainers.has(name)) return [];
      const errors = any(name, path);
      if (!name.includes('/'))
        return isHugePages(name)
          ? errors
          : [...errors, invalidValue(path, name, 'must be a standard resource for containers')];
      if (native(name) || extended(name)) return errors;
      return [...errors, invalidValue(path, name, "doesn't follow extended resource name standard")];
    },
    ofQuota(name, path) {
      const errors = any(name, path);
      const known = name.includes('/') || isOfQuota(name);
      return known ? errors : [...errors, invalidValue(path, name, 'must be a standard resource for quota')];
    },
    amount(name, text, path) {
      const quantity = parseQuantity(text);
      if (quantity === undefined) return [invalidValue(path, text, 'must be a quantity')];
      const shown = formatQuantity(quantity);
      if (quantity.nano < 0n) return [invalidValue(path, shown, 'must be greater than or equal to 0')];
      const broken = quantity.nano % one !== 0n && (wholes.has(name) || extended(name));
      return broken ? [invalidValue(path, shown, 'must be an integer')] : [];
    },
  };
}
