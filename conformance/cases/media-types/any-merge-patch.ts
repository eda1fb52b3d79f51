import { type Arbitrary, constant, constantFrom, dictionary, oneof, record } from 'fast-check';
import { expectForAll } from '../../consistency/property.ts';
import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

type Texts = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, string | null>> | null;

const key = constantFrom('a', 'b', 'c', 'd');
const value = constantFrom('', 'x', 'y');
const texts: Arbitrary<Texts> = dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
const change: Arbitrary<Change> = oneof(
  { weight: 5, arbitrary: dictionary(key, oneof(value, constant(null)), { maxKeys: 3, noNullPrototype: true }) },
  { weight: 1, arbitrary: constant(null) },
);

/** The initial maps and a patch of them; any part of the patch may be missing. */
const inputs = record({
  before: record({ data: texts, annotations: texts, labels: texts }),
  patch: record({ data: change, annotations: change, labels: change }, { requiredKeys: [] }),
});

const fields = { data: 'data', annotations: 'metadata.annotations', labels: 'metadata.labels' } as const;

export default {
  id: 'any-merge-patch',
  title: 'Any JSON Merge Patch of maps MUST have the result of RFC 7396, and MUST change nothing else.',
  requirements: ['MEDIA-038'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const trials = { seed: c.seed, runs: 60, signal: c.signal };
    await expectForAll(
      'merge',
      inputs,
      async ({ before, patch }) => {
        const name = c.unique('m');
        const { data, ...metadata } = before;
        expectCreated(await c.wire.post(maps.collection, configMap(name, data, metadata)));
        const { data: changed, ...others } = patch;
        const patched = await c.wire.patch(maps.item(name), 'merge', {
          ...(changed === undefined ? {} : { data: changed }),
          metadata: others,
        });
        expectOk(patched);
        for (const field of ['data', 'annotations', 'labels'] as const) {
          expectEqual(fields[field], fieldOf(patched, fields[field]) ?? {}, merged(before[field], patch[field]));
        }
        expectEqual('what is stored', (await c.wire.get(maps.item(name))).json(), patched.json());
      },
      trials,
    );
  },
} satisfies Case;

function merged(before: Texts, patch: Change | undefined): Texts {
  if (patch === undefined) return before;
  if (patch === null) return {};
  const entries = Object.entries({ ...before, ...patch });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
