import type { Case, CaseContext } from '../../contract/case.ts';
import { builtInResources } from '../../fixtures/discovery/built-in-resources.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { listAt, textAt, valueAt } from '../../wire/format/json-path.ts';

const allVerbs = 'create,delete,deletecollection,get,list,patch,update,watch';

export default {
  id: 'built-in-entries',
  title:
    'Built-in resources MUST be served with their kinds, scopes and sub-resources; discovery SHOULD have their names.',
  requirements: ['OBJ-017', 'VERB-092'],
  async run(c) {
    for (const [groupVersion, expected] of expectedEntries(c)) {
      const listed = await c.wire.get(groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`);
      // A target need not serve every group.
      if (listed.status === 404 && groupVersion !== 'v1') continue;
      const found = new Map(expectArray(listed, 'resources').map((entry) => [textAt(entry, 'name'), entry]));
      for (const { name, parts, kind, scope, ...rest } of expected) {
        const entry = found.get(name);
        const where = `${name} of ${groupVersion}`;
        await c.holds('VERB-092', async () => expectEqual(`kind of ${where}`, textAt(entry, 'kind'), kind));
        await c.holds('VERB-092', async () =>
          expectEqual(`whether ${where} are namespaced`, valueAt(entry, 'namespaced'), scope === 'Namespaced'),
        );
        await c.holds('VERB-092', async () => {
          const described = {
            singular: textAt(entry, 'singularName'),
            verbs: joined(entry, 'verbs'),
            shortNames: joined(entry, 'shortNames'),
            categories: joined(entry, 'categories'),
          };
          expectEqual(`entry of ${where}`, described, rest);
        });
        await c.holds('OBJ-017', async () => {
          const own = [...found].filter(([each]) => each.startsWith(`${name}/`)).map(([, part]) => partOf(part));
          expectEqual(`sub-resources of ${where}`, own.sort(), parts);
          for (const [part, described] of found)
            if (part.startsWith(`${name}/`))
              expectEqual(`whether ${part} are namespaced`, valueAt(described, 'namespaced'), scope === 'Namespaced');
        });
      }
    }
  },
} satisfies Case;

/** A sub-resource as the table has it. */
function partOf(entry: unknown): string {
  const [group, version] = [textAt(entry, 'group'), textAt(entry, 'version')];
  const kind = [group, version, textAt(entry, 'kind')].filter((text) => text !== '').join('/');
  return `${textAt(entry, 'name').replace(/^[^/]*\//, '')} ${kind} ${joined(entry, 'verbs')}`;
}

function joined(entry: unknown, field: string): string {
  return listAt(entry, field).map(String).sort().join();
}

interface ExpectedEntry {
  readonly name: string;
  readonly singular: string;
  readonly kind: string;
  readonly scope: string;
  readonly verbs: string;
  readonly shortNames: string;
  readonly categories: string;
  readonly parts: readonly string[];
}

function expectedEntries({ vendor }: Pick<CaseContext, 'vendor'>): ReadonlyMap<string, readonly ExpectedEntry[]> {
  const entries = new Map<string, ExpectedEntry[]>();
  for (const line of vendor.fill(builtInResources).trim().split('\n')) {
    const [head = '', scope = '', verbs = '', shortNames = '', categories = '', parts = ''] = line
      .split('|')
      .map((column) => column.trim());
    const [groupVersion = '', name = '', singular = '', kind = ''] = head.split(' ');
    const ofVersion = entries.get(groupVersion) ?? [];
    entries.set(groupVersion, ofVersion);
    ofVersion.push({
      name,
      singular,
      kind,
      scope,
      verbs: verbs === '*' ? allVerbs : verbs,
      shortNames,
      categories,
      parts: parts === '' ? [] : parts.split('; '),
    });
  }
  return entries;
}
