// The strategic merge patch that turns one node into another: only what differs (wire 17.4). Conditions merge by type
// with their order, addresses are replaced whole (their merge key is not unique), other lists are atomic. Pure.

import { isDeepStrictEqual } from 'node:util';
import type { Node, NodeCondition, NodeStatus } from './node.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Undefined when nothing differs. `before` is the node as the server has it, `after` as it should be; of the metadata
 * only labels and annotations are looked at.
 */
export function nodeStatusPatch(before: Node, after: Node): Fields | undefined {
  const labels = mapPatch(before.metadata.labels ?? {}, after.metadata.labels ?? {});
  const annotations = mapPatch(before.metadata.annotations ?? {}, after.metadata.annotations ?? {});
  const metadata = { ...(labels && { labels }), ...(annotations && { annotations }) };
  const status = statusPatch(before.status ?? {}, after.status ?? {});
  if (Object.keys(metadata).length === 0 && status === undefined) return undefined;
  return { ...(Object.keys(metadata).length > 0 && { metadata }), ...(status && { status }) };
}

function statusPatch(before: NodeStatus, after: NodeStatus): Fields | undefined {
  const { conditions: conditionsBefore = [], addresses: addressesBefore = [], ...restBefore } = before;
  const { conditions: conditionsAfter = [], addresses: addressesAfter = [], ...restAfter } = after;
  const conditions = conditionsPatch(conditionsBefore, conditionsAfter);
  const patch: Fields = {
    ...conditions,
    ...(isDeepStrictEqual(addressesBefore, addressesAfter)
      ? {}
      : { addresses: [...addressesAfter, { $patch: 'replace' }] }),
    ...mapPatch(restBefore, restAfter),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function conditionsPatch(before: readonly NodeCondition[], after: readonly NodeCondition[]): Fields {
  const changed: Fields[] = [];
  for (const condition of after) {
    const old = before.find(({ type }) => type === condition.type);
    const patch = mapPatch({ ...old }, { ...condition });
    if (patch !== undefined) changed.push({ ...patch, type: condition.type });
  }
  for (const { type } of before) {
    if (!after.some((condition) => condition.type === type)) changed.push({ $patch: 'delete', type });
  }
  if (changed.length === 0) return {};
  return { '$setElementOrder/conditions': after.map(({ type }) => ({ type })), conditions: changed };
}

/** What differs between two objects: maps go deep, lists and scalars whole, null removes. Undefined when they are equal. */
function mapPatch(before: Fields, after: Fields): Fields | undefined {
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (isDeepStrictEqual(old, value) || (isEmpty(old) && isEmpty(value))) continue;
    entries.push([key, isFields(old) && isFields(value) ? mapPatch(old, value) : value]);
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key) && !isEmpty(before[key])) entries.push([key, null]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Servers leave empty lists and maps out: to a comparison they are absent. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when two nodes differ in more than the times at which conditions were reported. */
export function differsBesidesHeartbeats(before: Node, after: Node): boolean {
  return nodeStatusPatch(withoutHeartbeats(before), withoutHeartbeats(after)) !== undefined;
}

function withoutHeartbeats(node: Node): Node {
  const conditions = (node.status?.conditions ?? []).map((condition) => ({ ...condition, lastHeartbeatTime: '' }));
  return { ...node, status: { ...node.status, conditions } };
}
