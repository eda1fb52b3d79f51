import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Yields the schema and every schema inside it. */
function* within(schema: Schema): Iterable<Schema> {
  yield schema;
  for (const value of Object.values(schema))
    if (typeof value === 'object' && value !== null) yield* within(value as Schema);
}

export default {
  id: 'schema-tells-markers',
  title: 'The published schemas MUST carry the documented markers for lists, maps and structs.',
  requirements: ['APPLY-008', 'APPLY-011', 'APPLY-014'],
  async run(c) {
    const marker = (name: string) => c.vendor.fill(`x-{maker}-${name}`);
    const document = await c.wire.get('/openapi/v3/api/v1');
    expectOk(document);
    const all = [...within(fieldOf(document, 'components.schemas') as Schema)];
    const listed = all.filter((schema) => typeof schema[marker('list-type')] === 'string');
    const ofKind = (kind: string) =>
      listed.filter((schema) => schema[marker('list-type')] === kind && schema['type'] === 'array');
    await c.holds('APPLY-008', async () => {
      for (const schema of listed) {
        const [type, keys] = [schema[marker('list-type')], schema[marker('list-map-keys')]];
        if (type !== 'map') expectEqual('keys of a list that is not keyed', keys, undefined);
        else
          expectThat(
            'keys',
            Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string'),
            'names of fields',
            schema,
          );
      }
      const keys = ofKind('map').map((schema) => schema[marker('list-map-keys')]);
      expectThat('keys of ports', JSON.stringify(keys).includes('["port","protocol"]'), 'port and protocol', keys);
    });
    const mapped = all.filter((schema) => schema[marker('map-type')] !== undefined);
    const takesDocumented = () => {
      for (const schema of mapped)
        expectThat(
          'map type',
          ['atomic', 'granular'].includes(schema[marker('map-type')] as string),
          'atomic or granular',
          schema,
        );
    };
    const isAtomic = (schema: unknown) => expectEqual('marker', fieldOf(schema, [marker('map-type')]), 'atomic');
    const named = (suffix: string, ...path: readonly string[]) => {
      const schemas = fieldOf(document, 'components.schemas') as Readonly<Record<string, Schema>>;
      const name = Object.keys(schemas).find((each) => each.endsWith(suffix)) ?? suffix;
      return fieldOf(schemas[name], path);
    };
    await c.holds('APPLY-011', async () => {
      takesDocumented();
      isAtomic(named('.v1.ServiceSpec', 'properties', 'selector'));
    });
    await c.holds('APPLY-014', async () => {
      takesDocumented();
      isAtomic(named('.v1.SecretKeySelector'));
      isAtomic(named('.v1.ObjectReference'));
    });
  },
} satisfies Case;
