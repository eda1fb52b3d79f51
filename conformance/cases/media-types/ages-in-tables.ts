import type { Case } from '../../contract/case.ts';
import { type Definition, defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const [minute, hour, day, year] = [60, 3600, 86_400, 365 * 86_400];

/** Seconds in the past, and what a table shows for them within the next ten seconds. */
const ages: readonly (readonly [seconds: number, shown: RegExp])[] = [
  [-hour, /^<invalid>$/],
  [40, /^[45]\ds$/],
  [105, /^1[01]\ds$/],
  [2 * minute + 20, /^2m[23]\ds$/],
  [9 * minute + 40, /^9m[45]\ds$/],
  [10 * minute + 40, /^10m$/],
  [179 * minute + 20, /^179m$/],
  [3 * hour + 20, /^3h$/],
  [7 * hour + 59 * minute + 20, /^7h59m$/],
  [8 * hour + 30 * minute, /^8h$/],
  [30 * hour, /^30h$/],
  [47 * hour + 59 * minute, /^47h$/],
  [2 * day + minute, /^2d$/],
  [7 * day + 23 * hour + minute, /^7d23h$/],
  [8 * day + 5 * hour, /^8d$/],
  [729 * day, /^729d$/],
  [2 * year + hour, /^2y$/],
  [2 * year + 100 * day + hour, /^2y100d$/],
  [7 * year + 364 * day + hour, /^7y364d$/],
  [8 * year + 100 * day, /^8y$/],
];

export default {
  id: 'ages-in-tables',
  title: 'A table SHOULD show times as ages with one unit or two, coarser the longer ago, for every kind.',
  requirements: ['MEDIA-004U'],
  needs: ['namespace'],
  async run(c) {
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    // The ages are those on the clock of the target.
    const date = (await c.wire.get('/version')).header('date') ?? '';
    const now = Date.parse(date);
    const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString().replace(/\.\d+/, '');

    const definition = definitionOf(c, {});
    const additionalPrinterColumns = ages.map((_, at) => ({ name: `A${at}`, type: 'date', jsonPath: `.spec.t${at}` }));
    const keepsFields = { type: 'object', [c.vendor.fill('x-{maker}-preserve-unknown-fields')]: true };
    const openAPIV3Schema = { type: 'object', properties: { spec: keepsFields } };
    const versions = [
      { name: 'v1', served: true, storage: true, additionalPrinterColumns, schema: { openAPIV3Schema } },
    ];
    await defineKind(c, { ...definition, spec: { ...definition.spec, versions } } as Definition);
    const { kind, plural } = definition.spec.names;
    const own = c.resource('conformance.example/v1', plural).collection;
    const spec = Object.fromEntries(ages.map(([seconds], at) => [`t${at}`, ago(seconds)]));
    const body = { apiVersion: 'conformance.example/v1', kind, metadata: { name: 'o' }, spec };
    const answer = await c.wire.post(`${own}?dryRun=All`, body, { accept });
    expectCreated(answer);
    const cells = expectArray(answer, 'rows.0.cells').slice(1);
    for (const [at, [seconds, shown]] of ages.entries()) expectAge('own kind', cells[at], seconds, shown);

    const events = c.resource('v1', 'events');
    for (const [at, [seconds, shown]] of ages.entries()) {
      if (seconds < 0) continue;
      const metadata = { name: `aged-${at}`, namespace: c.namespace };
      const involvedObject = { kind: 'Pod', namespace: c.namespace, name: 'p' };
      const times = { firstTimestamp: ago(seconds), lastTimestamp: ago(seconds) };
      const event = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject, type: 'Normal', ...times };
      const row = await c.wire.post(`${events.collection}?dryRun=All`, event, { accept });
      expectCreated(row);
      expectAge('event', expectArray(row, 'rows.0.cells')[0], seconds, shown);
    }
  },
} satisfies Case;

function expectAge(of: string, cell: unknown, seconds: number, shown: RegExp): void {
  expectThat(`age of ${seconds} s of the ${of}`, typeof cell === 'string' && shown.test(cell), String(shown), cell);
}
