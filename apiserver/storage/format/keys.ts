// Where objects live in the store: `/registry/<group or core>/<resource>/[<namespace>/]<name>`. A segment never holds a
// slash, so no name can reach into another collection or namespace.

import type { GroupResource } from '../../../shared/object/group-version.ts';

/** Every object's key starts with this. Other keys of the store (marks of the compaction) do not. */
export const registryRoot = '/registry/';

/** The prefix, with a trailing slash, of all objects of one resource. */
export function collectionPrefix(resource: GroupResource): string {
  return `${registryRoot}${segment(resource.group === '' ? 'core' : resource.group)}/${segment(resource.resource)}/`;
}

/** The key of one object in a collection; `namespace` '' for cluster-scoped kinds. */
export function objectKey(collection: string, namespace: string, name: string): string {
  return namespace === '' ? collection + segment(name) : `${collection}${segment(namespace)}/${segment(name)}`;
}

/** The collection prefix that a key stands under; undefined: not an object's key. */
export function collectionOf(key: string): string | undefined {
  if (!key.startsWith(registryRoot)) return undefined;
  const group = key.indexOf('/', registryRoot.length);
  const resource = group < 0 ? -1 : key.indexOf('/', group + 1);
  return resource < 0 ? undefined : key.slice(0, resource + 1);
}

/** Names are validated long before they come here; one that would leave its place in the layout is a defect. */
function segment(text: string): string {
  if (!isSegment(text)) throw new TypeError(`${JSON.stringify(text)} cannot be part of a storage key`);
  return text;
}

function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\0]/.test(text);
}
