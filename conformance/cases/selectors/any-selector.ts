import { type Arbitrary, array, constantFrom, record, uniqueArray } from 'fast-check';
import { choices } from '../../consistency/random.ts';
import { expectForAll } from '../../consistency/property.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';
import { continueOf, expectNames, namesOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const keys = ['tier', 'zone.example/z', 'x'] as const;
const values = ['a', 'b', ''] as const;

type Labels = Readonly<Partial<Record<string, string>>>;

/** One requirement of a selector. */
interface Term {
  readonly key: string;
  readonly operator: '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | 'absent';
  readonly values: readonly string[];
}

const terms: Arbitrary<readonly Term[]> = array(
  record({
    key: constantFrom(...keys),
    operator: constantFrom('=', '==', '!=', 'in', 'notin', 'exists', 'absent'),
    values: uniqueArray(constantFrom(...values), { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 4 },
);

export default {
  id: 'any-selector',
  title:
    'A label selector with any requirements MUST select exactly the objects that match all of them, whole and in chunks.',
  requirements: ['VERB-075U', 'LIST-023'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const choose = choices(c.seed, 0);
    const objects = new Map<string, Labels>();
    for (let index = 0; index < 12; index += 1) {
      const labels = Object.fromEntries(
        keys.flatMap((key) => {
          const value = values[choose(values.length + 1)];
          return value === undefined ? [] : [[key, value]];
        }),
      );
      objects.set(`m-${index}`, labels);
      await createObject(c, maps.collection, configMap(`m-${index}`, {}, { labels: { ...labels, stock: 'yes' } }));
    }
    const trials = { seed: c.seed, runs: 60, signal: c.signal };
    await expectForAll(
      'selection',
      terms,
      async (chosen) => {
        const labelSelector = ['stock=yes', ...chosen.map(text)].join(',');
        const due = [...objects]
          .filter(([, labels]) => chosen.every((term) => fits(labels, term)))
          .map(([name]) => name);
        await c.holds('VERB-075U', async () =>
          expectNames(await c.wire.get(maps.collection, { query: { labelSelector } }), due),
        );
        await c.holds('LIST-023', async () => {
          const found: string[] = [];
          for (let token: string | undefined; token !== ''; ) {
            const more = token === undefined ? {} : { continue: token };
            const chunk = await c.wire.get(maps.collection, { query: { labelSelector, limit: '3', ...more } });
            expectOk(chunk);
            found.push(...namesOf(chunk));
            token = continueOf(chunk);
          }
          expectEqual('items of all chunks', found.sort(), due.sort());
        });
      },
      trials,
    );
  },
} satisfies Case;

function text({ key, operator, values: listed }: Term): string {
  switch (operator) {
    case 'exists':
      return key;
    case 'absent':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${listed.join(',')})`;
    case '=':
    case '==':
    case '!=':
      return `${key}${operator}${listed[0]}`;
  }
}

function fits(labels: Labels, { key, operator, values: listed }: Term): boolean {
  const value = labels[key];
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'in':
      return value !== undefined && listed.includes(value);
    case 'notin':
      return value === undefined || !listed.includes(value);
    case '!=':
      return value !== listed[0];
    case '=':
    case '==':
      return value === listed[0];
  }
}
