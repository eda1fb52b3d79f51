import type { Case } from '../../contract/case.ts';
import { defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { type Items, items } from '../../fixtures/encoded/data/cbor-values.ts';
import { exactJson, exactValue } from '../../fixtures/encoded/exact-json.ts';
import { inLanes } from '../../wire/time/lanes.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { itemBytes, itemsOf } from '../../wire/format/cbor-items.ts';

const cbor = 'application/cbor';

/** Values whose form in CBOR has a border: sizes of heads, widths of floats. */
const written = [
  '0,23,24,255,256,65535,65536,4294967295,4294967296,9007199254740993,9223372036854775807',
  '-1,-24,-25,-256,-257,-65536,-65537,-4294967296,-4294967297,-9223372036854775808',
  '1.5,-2.5,0.1,100000.5,5e-324,1e300,5.960464477539063e-8,6.103515625e-5,65504.5,3.4028234663852886e38,1e21,-4.1,1e-7',
  'true,false,null,"","a","\u00e9","\u{1f600}","2024-01-01T00:00:00Z","aGk=",[],[1,"a",[],{}],{},{"b":1,"aa":2,"":3}',
  ...[23, 24, 255, 256, 65_536].map((length) => `"${'x'.repeat(length)}"`),
  ...[24, 256].map((length) => `[${Array.from({ length }, () => 7).join()}]`),
].join();

/** An object with this item in the field of a path. */
function bodyOf(manifest: Readonly<Record<string, unknown>>, path: readonly string[], item: Uint8Array): Uint8Array {
  const [key = '', ...rest] = path;
  const members = Object.entries(manifest).filter(([name]) => name !== key);
  const below = rest.length === 0 ? item : bodyOf((manifest[key] ?? {}) as typeof manifest, rest, item);
  return mapOf([...members.map(([name, value]) => [name, itemBytes(value)] as const), [key, below]]);
}

/** A map of at most 65,535 members, which are encoded already. */
function mapOf(members: readonly (readonly [key: string, item: Uint8Array])[]): Uint8Array {
  const head = Buffer.from([0xb9, members.length >>> 8, members.length & 0xff]);
  return new Uint8Array(Buffer.concat([head, ...members.flatMap(([key, item]) => [itemBytes(key), item])]));
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

export default {
  id: 'cbor-values',
  title:
    'CBOR in a body MUST have its meaning in JSON, and what has none MUST be refused; answers MUST keep every value.',
  requirements: ['MEDIA-028', 'MEDIA-029', 'MEDIA-063'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const anything = { [c.vendor.fill('x-{maker}-preserve-unknown-fields')]: true };
    const definition = definitionOf(c, { spec: anything });
    const things = await defineKind(c, definition);
    const thing = { apiVersion: 'conformance.example/v1', kind: definition.spec.names.kind, metadata: { name: 'a' } };
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { name: 'a' }, data: {} };
    const maps = c.resource('v1', 'configmaps').collection;
    const revisions = c.resource('apps/v1', 'controllerrevisions').collection;
    const places = [
      { path: things.collection, manifest: thing, field: ['spec', 'k'], rows: items.any },
      { path: maps, manifest: map, field: ['data', 'k'], rows: items.text },
      { path: maps, manifest: map, field: ['binaryData', 'k'], rows: items.bytes },
      { path: revisions, manifest: revision, field: ['revision'], rows: items.int },
    ];
    const send = (path: string, body: Uint8Array) =>
      c.wire.post(`${path}?dryRun=All`, body, { contentType: cbor, accept: 'application/json' });
    const each = (kind: keyof Items) =>
      places.flatMap(({ rows, ...place }) =>
        rows[kind].map((row) =>
          typeof row === 'string' ? { ...place, hex: row, json: '' } : { ...place, hex: row[0], json: row[1] },
        ),
      );
    await c.holds('MEDIA-063', () =>
      inLanes(each('readable'), 4, async ({ path, manifest, field, hex, json }) => {
        const answer = await send(path, bodyOf(manifest, field, bytesOf(hex)));
        expectCreated(answer);
        expectEqual(
          `${field.join('.')} after ${hex}`,
          fieldOf(exactJson(answer.text()), field.join('.')),
          JSON.parse(json),
        );
      }),
    );
    await c.holds('MEDIA-029', () =>
      inLanes(each('refused'), 4, async ({ path, manifest, field, hex }) => {
        expectFailure(await send(path, bodyOf(manifest, field, bytesOf(hex))), [400, 422]);
      }),
    );
    await c.holds('MEDIA-028', async () => {
      const body = JSON.stringify({ ...thing, spec: {} }).replace('"spec":{}', `"spec":{"all":[${written}]}`);
      const answer = await c.wire.post(`${things.collection}?dryRun=All`, body, {
        contentType: 'application/json',
        accept: cbor,
      });
      expectCreated(answer);
      const [item] = itemsOf(`body of ${answer.title}`, answer.body);
      expectEqual('values in CBOR', exactValue(fieldOf(item, 'spec.all')), exactJson(`[${written}]`));
    });
  },
} satisfies Case;
