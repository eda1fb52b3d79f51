// Which resources a configuration may name, and in which order: nothing may be named that an earlier name covers already.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import type { GroupResource } from '../../../../shared/object/group-version.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { type EncryptionConfig, EncryptionConfigError, parseGroupResource } from './encryption-config.ts';

const notServed = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations'];

/** `path`: that of the list. */
export function faultsOfNames(names: readonly string[], path: string, vendor: Vendor): readonly FieldError[] {
  const parsed = names.map(parseGroupResource);
  return [
    ...faultsOfOverlap(names, parsed, path),
    ...names.flatMap((name, index) => {
      const fault = faultOfName(name, vendor);
      return fault === undefined ? [] : [invalidValue(`${path}[${index}]`, name, fault)];
    }),
  ];
}

function faultsOfOverlap(
  names: readonly string[],
  parsed: readonly GroupResource[],
  path: string,
): readonly FieldError[] {
  const pairs = parsed.flatMap((one, index) =>
    parsed.filter((_, other) => other !== index).map((other) => [one, other]),
  );
  const same = (left?: GroupResource, right?: GroupResource) =>
    left?.group === right?.group && left?.resource === right?.resource;
  const covers = (left?: GroupResource, right?: GroupResource) =>
    !same(left, right) && (isAll(left) || (left?.group === right?.group && left?.resource === '*'));
  const errors: FieldError[] = [];
  if (pairs.some(([left, right]) => same(left, right)))
    errors.push(invalidValue(path, names, 'the same resource cannot be specified multiple times'));
  if (pairs.some(([left, right]) => covers(left, right))) {
    const text =
      "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
    errors.push(invalidValue(path, names, text));
  }
  return errors;
}

function faultOfName(name: string, vendor: Vendor): string | undefined {
  if (name.toLowerCase() !== name) return 'resource name should not contain capital letters';
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (notServed.includes(name)) return 'resources which do not have REST API/s cannot be encrypted';
  const { group, resource } = parseGroupResource(name);
  if (group === vendor.fill('events.{api}'))
    return `'*.${group}' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file`;
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported';
  return undefined;
}

/** Throws EncryptionConfigError for a name that an earlier one covers: it would have no effect. */
export function refuseMasked(config: EncryptionConfig): void {
  const earlier = new Set<string>();
  for (const { resources } of config) {
    for (const one of resources) {
      for (const cover of [
        { group: one.group, resource: '*' },
        { group: '*', resource: '*' },
      ]) {
        if (!earlier.has(nameOf(cover))) continue;
        throw new EncryptionConfigError(`resource "${nameOf(one)}" is masked by earlier rule "${nameOf(cover)}"`);
      }
    }
    for (const one of resources) earlier.add(nameOf(one));
  }
}

function isAll(one: GroupResource | undefined): boolean {
  return one?.group === '*' && one.resource === '*';
}

/** As it is written. */
function nameOf({ group, resource }: GroupResource): string {
  if (group === '') return resource === '*' ? '*.' : resource;
  return `${resource}.${group}`;
}
