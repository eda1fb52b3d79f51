import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt, valueAt } from '../../wire/format/json-path.ts';
import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';

/** What both forms of discovery say about a resource or sub-resource. */
interface Entry {
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export default {
  id: 'entries-agree',
  title: 'Both forms of discovery SHOULD agree about each version, resource and sub-resource.',
  requirements: ['VERB-092', 'OBJ-017'],
  // Other cases create and delete custom kinds meanwhile.
  alone: true,
  async run(c) {
    const aggregated = await aggregatedEntries(c);
    const legacy = await legacyEntries(c);
    await c.holds('VERB-092', async () => {
      expectEqual('group versions in order', [...aggregated.keys()], [...legacy.keys()]);
      for (const [groupVersion, entries] of legacy) {
        for (const [name, entry] of entries) {
          if (name.includes('/')) continue;
          expectEqual(`${name} of ${groupVersion}`, aggregated.get(groupVersion)?.get(name), entry);
        }
      }
    });
    await c.holds('OBJ-017', async () => {
      for (const [groupVersion, entries] of legacy) {
        const parts = (of: ReadonlyMap<string, Entry> | undefined) =>
          [...(of ?? [])]
            .filter(([name]) => name.includes('/'))
            .map(([name, { kind, verbs }]) => ({ name, kind, verbs }));
        expectSameMembers(`sub-resources of ${groupVersion}`, parts(aggregated.get(groupVersion)), parts(entries));
      }
    });
  },
} satisfies Case;

type Entries = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

async function legacyEntries(c: CaseContext): Promise<Entries> {
  const groups = expectArray(await c.wire.get('/apis'), 'groups');
  const versions = groups.flatMap((group) => listAt(group, 'versions').map((each) => expectText(each, 'groupVersion')));
  const all = new Map<string, ReadonlyMap<string, Entry>>();
  for (const groupVersion of ['v1', ...versions]) {
    const path = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
    const listed = expectArray(await c.wire.get(path), 'resources').map((each) => {
      const entry: Entry = {
        kind: textAt(each, 'kind'),
        singular: textAt(each, 'singularName'),
        namespaced: valueAt(each, 'namespaced') === true,
        verbs: sorted(listAt(each, 'verbs')),
        shortNames: sorted(listAt(each, 'shortNames')),
        categories: sorted(listAt(each, 'categories')),
      };
      return [expectText(each, 'name'), entry] as const;
    });
    all.set(groupVersion, new Map(listed));
  }
  return all;
}

async function aggregatedEntries(c: CaseContext): Promise<Entries> {
  const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
  const all = new Map<string, ReadonlyMap<string, Entry>>();
  for (const root of ['/api', '/apis']) {
    for (const group of expectArray(await c.wire.get(root, { accept }), 'items')) {
      const name = textAt(group, 'metadata.name');
      for (const version of listAt(group, 'versions')) {
        const groupVersion = name === '' ? textAt(version, 'version') : `${name}/${textAt(version, 'version')}`;
        all.set(groupVersion, new Map(listAt(version, 'resources').flatMap(entriesOf)));
      }
    }
  }
  return all;
}

function entriesOf(resource: unknown): readonly (readonly [string, Entry])[] {
  const name = textAt(resource, 'resource');
  const namespaced = textAt(resource, 'scope') === 'Namespaced';
  const about = (each: unknown): Entry => ({
    kind: textAt(each, 'responseKind.kind'),
    singular: textAt(each, 'singularResource'),
    namespaced,
    verbs: sorted(listAt(each, 'verbs')),
    shortNames: sorted(listAt(each, 'shortNames')),
    categories: sorted(listAt(each, 'categories')),
  });
  const parts = listAt(resource, 'subresources').map(
    (part) => [`${name}/${textAt(part, 'subresource')}`, about(part)] as const,
  );
  return [[name, about(resource)], ...parts];
}

function sorted(list: readonly unknown[]): readonly string[] {
  return list.map(String).sort();
}
