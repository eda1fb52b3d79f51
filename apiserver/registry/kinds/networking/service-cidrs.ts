// Ranges of service addresses: there is at least one, and those that there are stay. One of the other family may join it.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkCidr } from '../../../../shared/schema/format.ts';
import { hasLeadingZeros, hasSpareBits } from '../rule/address-ranges.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, joined, name, printer } from '../printers/fields.ts';

interface ServiceRange extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
}

const serviceCidrStrategy: Strategy = {
  statusKeeps: ownMetadata,
  freeStatus: true,
  validateCreate: ({ spec }: ServiceRange) => rangeErrors(spec?.cidrs ?? []),
  validateUpdate({ spec }: ServiceRange, old: ServiceRange) {
    const [ranges, before] = [spec?.cidrs ?? [], old.spec?.cidrs ?? []];
    const kept = before.map((range, index) =>
      range === ranges[index] ? undefined : immutable(`spec.cidrs[${index}]`, ranges[index]),
    );
    const changed = kept.filter((fault) => fault !== undefined);
    if (ranges.length === before.length) return changed;
    if (before.length === 1 && ranges.length === 2) return [...changed, ...rangeErrors(ranges)];
    return [immutable('spec.cidrs', spec?.cidrs)];
  },
};

/** One range of each family at most. */
function rangeErrors(ranges: readonly string[]): readonly FieldError[] {
  const path = 'spec.cidrs';
  if (ranges.length === 0) return [required(path, 'at least one CIDR required')];
  const errors: FieldError[] = [];
  const families = new Set(ranges.map((range) => range.includes(':')));
  const readable = ranges.every((range) => checkCidr(range).length === 0);
  if (ranges.length > 2) return [invalidValue(path, { cidrs: ranges }, 'may only hold up to 2 values')];
  if (readable && families.size < ranges.length) {
    const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    errors.push(invalidValue(path, ranges, detail));
  }
  for (const [index, range] of ranges.entries()) {
    addAll(
      errors,
      formFaults(range).map((fault) => invalidValue(`${path}[${index}]`, range, fault)),
    );
  }
  return errors;
}

function formFaults(range: string): readonly string[] {
  if (hasLeadingZeros(range)) return ['must not have leading 0s in IP or prefix length'];
  return hasSpareBits(range) ? ['must not have bits set beyond the prefix length'] : checkCidr(range);
}

export default {
  group: 'networking.{api}',
  kind: 'ServiceCIDR',
  name: 'servicecidrs',
  namespaced: false,
  versions: [
    { version: 'v1' },
    {
      version: 'v1beta1',
      lifecycle: {
        deprecated: '1.34',
        removed: '1.37',
        replacement: { group: 'networking.{api}', version: 'v1', kind: 'ServiceCIDR' },
      },
    },
  ],
  subresources: ['status'],
  strategy: serviceCidrStrategy,
  printer: printer(name, joined('CIDRs', 'spec.cidrs'), age),
} satisfies KindRecord;
