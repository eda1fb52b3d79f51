// The versions in which owners of an object may stand: those of its group. Who owns fields by a view of another group is not
// known here, as with the reference server; neither is, of a built-in kind, the owner by a version that is not served. For own kinds
// such an owner is a fault: its definition may have the version again.

import type { Versions } from '../../../shared/apply/ownership/change-owners.ts';
import type { Typed } from '../../../shared/apply/typed/typed-value.ts';
import { isObject } from '../../../shared/apply/typed/typed-value.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource, Resources } from '../contract/resource.ts';
import type { AwaitedConversions } from './awaited-conversions.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';
import { writtenFields } from './written-fields.ts';

/** An owner of an object of an own kind stands in a version that its definition does not have. */
export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError';

  constructor(apiVersion: string) {
    super(`request to convert CR to an invalid group/version: ${apiVersion}`);
  }
}

/** An object of the resource without its owners: what is compared. Never changed. */
export function typedObject(resource: Resource, object: ApiObject): Typed {
  const { metadata } = object;
  const { schema } = resource;
  const apiVersion = apiVersionOf(resource.group, resource.version);
  if (metadata.managedFields === undefined) return { value: object, schema, apiVersion };
  const { managedFields: _owners, ...rest } = metadata;
  return { value: { ...object, metadata: rest }, schema, apiVersion };
}

/** The same with empty lists in the places where it has null or nothing. */
export function withEmptyLists(typed: Typed, places: readonly (readonly Step[])[]): Typed {
  const value = places.reduce<unknown>(withEmptyList, typed.value);
  return places.length === 0 || !isObject(value) ? typed : { ...typed, value };
}

type Step = string | number;

function withEmptyList(value: unknown, [step, ...deeper]: readonly Step[]): unknown {
  if (typeof step === 'number') {
    return Array.isArray(value) ? value.with(step, withEmptyList(value[step], deeper)) : value;
  }
  if (step === undefined || !isObject(value)) return value;
  const inner = Object.hasOwn(value, step) ? value[step] : undefined;
  if (deeper.length > 0) return inner === undefined ? value : { ...value, [step]: withEmptyList(inner, deeper) };
  return (inner ?? undefined) === undefined ? { ...value, [step]: [] } : value;
}

/** What the kind looks like with nothing set. */
export function emptyObject({ schema, kind, group, version }: Resource): Typed {
  const apiVersion = apiVersionOf(group, version);
  const { object } = decodeObject({}, schema);
  return { value: { ...object, metadata: object['metadata'] ?? {}, apiVersion, kind }, schema, apiVersion };
}

/**
 * How the owners of objects of this resource are read, for one write through `subresource`. Objects are converted once to each
 * version, however many owners it has. What it returns throws UnknownVersionError.
 */
export function versionsOf(
  resources: Resources,
  resource: Resource,
  subresource: string,
  conversions: AwaitedConversions,
): Versions {
  const home = apiVersionOf(resource.group, resource.version);
  const view = (apiVersion: string): Resource | undefined =>
    apiVersion === home ? resource : viewIn(resources, resource, apiVersion);
  const forms = new WeakMap<Typed, Map<string, Typed | undefined>>();
  const form = (object: Typed, apiVersion: string): Typed | undefined => {
    const [from, to] = [view(object.apiVersion), view(apiVersion)];
    return from === undefined || to === undefined ? undefined : converted(object, from, to, conversions);
  };
  return {
    convert(object, apiVersion) {
      if (object.apiVersion === apiVersion) return object;
      let known = forms.get(object);
      if (known === undefined) forms.set(object, (known = new Map()));
      if (!known.has(apiVersion)) known.set(apiVersion, form(object, apiVersion));
      return known.get(apiVersion);
    },
    filter(apiVersion) {
      const seen = view(apiVersion);
      return seen === undefined ? undefined : writtenFields(seen, subresource);
    },
  };
}

function viewIn(
  resources: Resources,
  { group: home, storage, name }: Resource,
  apiVersion: string,
): Resource | undefined {
  const slash = apiVersion.indexOf('/');
  const [group, version] = slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  if (storage?.views !== undefined) {
    const own = group === home ? storage.views(version) : undefined;
    if (own === undefined) throw new UnknownVersionError(apiVersion);
    return own;
  }
  const found = group === home ? resources.find(group, version, name) : undefined;
  return found !== undefined && storage !== undefined && found.storage?.prefix === storage.prefix ? found : undefined;
}

/** Undefined: the object has no form in that version. */
function converted(object: Typed, from: Resource, to: Resource, conversions: AwaitedConversions): Typed | undefined {
  if (from.storage === undefined || to.storage === undefined) return undefined;
  const apiVersion = apiVersionOf(to.group, to.version);
  const part = object.value as Partial<ApiObject>;
  // What is left of an object without the fields of an owner may have no metadata, which converters expect of an object.
  const whole = { ...part, metadata: part.metadata ?? {} } as ApiObject;
  // A merged configuration may have nulls where converters of built-in kinds expect none.
  const given = from.custom === true ? whole : (decodeObject(whole, from.schema).object as ApiObject);
  const { object: value } = decodeObject(conversions.convert(from, to, given), to.schema, { keepsNulls: true });
  if (part.metadata === undefined) delete value['metadata'];
  return { value: { ...value, apiVersion, kind: to.kind }, schema: to.schema, apiVersion };
}
