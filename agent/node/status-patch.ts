// The strategic merge patch that turns one node into another: only what differs (requirements NSTAT). Conditions merge by type
// with their order, addresses are replaced whole (their merge key is not unique), other lists are atomic. Pure.

import { isDeepStrictEqual } from 'node:util';
import type { Node, NodeCondition, NodeStatus } from './node.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Undefined when nothing differs. `before` is the node as the server has it, `after` as it should be. Of the metadata only
 * labels and annotations are compared.
 */
export function nodeStatusPatch(before: Node, after: Node): Fields | undefined {
  return patchOf(before, after, '');
}

/** `ignored`: a field of conditions that may differ; '': none. */
function patchOf(before: Node, after: Node, ignored: string): Fields | undefined {
  const labels = mapPatch(before.metadata.labels ?? {}, after.metadata.labels ?? {});
  const annotations = mapPatch(before.metadata.annotations ?? {}, after.metadata.annotations ?? {});
  const metadata = { ...(labels && { labels }), ...(annotations && { annotations }) };
  const status = statusPatch(before.status ?? {}, after.status ?? {}, ignored);
  if (Object.keys(metadata).length === 0 && status === undefined) return undefined;
  return { ...(Object.keys(metadata).length > 0 && { metadata }), ...(status && { status }) };
}

function statusPatch(before: NodeStatus, after: NodeStatus, ignored: string): Fields | undefined {
  const { conditions: conditionsBefore = [], addresses: addressesBefore = [], ...restBefore } = before;
  const { conditions: conditionsAfter = [], addresses: addressesAfter = [], ...restAfter } = after;
  const conditions = conditionsPatch(conditionsBefore, conditionsAfter, ignored);
  const patch: Fields = {
    ...conditions,
    ...(isDeepStrictEqual(addressesBefore, addressesAfter)
      ? {}
      : { addresses: [...addressesAfter, { $patch: 'replace' }] }),
    ...mapPatch(restBefore, restAfter),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function conditionsPatch(before: readonly NodeCondition[], after: readonly NodeCondition[], ignored: string): Fields {
  const changed: Fields[] = [];
  for (const condition of after) {
    const old = before.find(({ type }) => type === condition.type);
    const patch = mapPatch(old ?? {}, condition, ignored);
    if (patch !== undefined) changed.push({ ...patch, type: condition.type });
  }
  for (const { type } of before) {
    if (!after.some((condition) => condition.type === type)) changed.push({ $patch: 'delete', type });
  }
  if (changed.length === 0) return {};
  return { '$setElementOrder/conditions': after.map(({ type }) => ({ type })), conditions: changed };
}

/**
 * The difference of two objects: maps are compared by key, lists and scalars as a whole, null removes. Undefined when they are
 * equal, which is the usual case and allocates nothing.
 */
function mapPatch(before: object, after: object, ignored = ''): Fields | undefined {
  let patch: [string, unknown][] | undefined;
  for (const key in after) {
    if (key === ignored) continue;
    const old = ownValue(before, key);
    const value = ownValue(after, key);
    if (old === value || isDeepStrictEqual(old, value) || (isEmpty(old) && isEmpty(value))) continue;
    (patch ??= []).push([key, isMap(old) && isMap(value) ? mapPatch(old, value) : value]);
  }
  for (const key in before) {
    if (key === ignored || Object.hasOwn(after, key) || isEmpty(ownValue(before, key))) continue;
    (patch ??= []).push([key, null]);
  }
  return patch && Object.fromEntries(patch);
}

function ownValue(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Fields)[key] : undefined;
}

/** Servers leave out empty lists and maps, so they are compared as absent. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when two nodes differ in more than the times at which conditions were reported. */
export function differsBesidesHeartbeats(before: Node, after: Node): boolean {
  return patchOf(before, after, 'lastHeartbeatTime') !== undefined;
}
