import { type Arbitrary, array, constantFrom, oneof, record } from 'fast-check';
import { expectForAll } from '../../consistency/property.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { role } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** The patched parts of a role: a map of strings and a list of strings. */
interface Patched {
  readonly annotations: Readonly<Record<string, string>>;
  readonly verbs: readonly string[];
}

const before: Patched = { annotations: { a: 'get', b: 'list' }, verbs: ['get', 'list', 'watch'] };

const inMap = constantFrom('a', 'b', 'c').map((key) => `/metadata/annotations/${key}`);
const inList = constantFrom('0', '1', '2', '3', '4').map((index) => `/rules/0/verbs/${index}`);
const path = oneof(inMap, inList);
const target = oneof({ weight: 6, arbitrary: path }, { weight: 1, arbitrary: constantFrom('/rules/0/verbs/-') });
const value = constantFrom('get', 'list', 'patch');

type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: string }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

const operations: Arbitrary<readonly Operation[]> = array(
  oneof<Arbitrary<Operation>[]>(
    record({ op: constantFrom('add'), path: target, value }),
    record({ op: constantFrom('test'), path, value }),
    // Only list members here: the real API server also replaces and copies missing members of a map.
    record({ op: constantFrom('replace'), path: inList, value }),
    record({ op: constantFrom('copy'), from: inList, path: target }),
    record({ op: constantFrom('remove'), path }),
    record({ op: constantFrom('move'), from: path, path: target }),
  ),
  { minLength: 1, maxLength: 5 },
);

export default {
  id: 'any-json-patch',
  title: 'Any JSON Patch of maps and lists MUST have the result of RFC 6902, or be refused and change nothing.',
  requirements: ['MEDIA-036', 'MEDIA-037', 'MEDIA-069'],
  needs: ['namespace'],
  async run(c) {
    const rbac = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(rbac, 'roles');
    const rule = { apiGroups: ['conformance.example'], resources: ['none'] };
    const trials = { seed: c.seed, runs: 80, signal: c.signal };
    const { annotations, verbs } = before;
    const manifest = role(rbac, 'Role', 'r', [{ ...rule, verbs }], { annotations });
    await createObject(c, roles.collection, manifest);
    let isChanged = false;
    await expectForAll(
      'patch',
      operations,
      async (patch) => {
        if (isChanged) expectOk(await c.wire.put(roles.item('r'), manifest));
        const due = patched(before, patch);
        const answer = await c.wire.patch(roles.item('r'), 'json', patch);
        isChanged = answer.status === 200;
        if (due === undefined) expectRefused(answer);
        else expectOk(answer);
        const stored = await c.wire.get(roles.item('r'));
        expectEqual('annotations', fieldOf(stored, 'metadata.annotations') ?? {}, (due ?? before).annotations);
        expectEqual('verbs', fieldOf(stored, 'rules.0.verbs'), (due ?? before).verbs);
      },
      trials,
    );
  },
} satisfies Case;

/** Returns the result of the operations; undefined when one fails, or when no verb is left. */
function patched({ annotations, verbs }: Patched, patch: readonly Operation[]): Patched | undefined {
  const map = new Map(Object.entries(annotations));
  const list = [...verbs];
  const read = (at: string): string | undefined => {
    const last = at.split('/').at(-1) ?? '';
    return at.startsWith('/rules') ? list[Number(last)] : map.get(last);
  };
  const add = (at: string, text: string): boolean => {
    const last = at.split('/').at(-1) ?? '';
    if (!at.startsWith('/rules')) return map.set(last, text).size > 0;
    const index = last === '-' ? list.length : Number(last);
    if (index > list.length) return false;
    list.splice(index, 0, text);
    return true;
  };
  const remove = (at: string): boolean => {
    const last = at.split('/').at(-1) ?? '';
    return at.startsWith('/rules') ? list.splice(Number(last), 1).length > 0 : map.delete(last);
  };
  const apply = (operation: Operation): boolean => {
    switch (operation.op) {
      case 'add':
        return add(operation.path, operation.value);
      case 'test':
        return read(operation.path) === operation.value;
      case 'replace':
        return remove(operation.path) && add(operation.path, operation.value);
      case 'remove':
        return remove(operation.path);
      case 'move':
      case 'copy': {
        const there = read(operation.from);
        return there !== undefined && (operation.op === 'copy' || remove(operation.from)) && add(operation.path, there);
      }
    }
  };
  if (!patch.every(apply) || list.length === 0) return undefined;
  return { annotations: Object.fromEntries(map), verbs: list };
}
