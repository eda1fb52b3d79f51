import type { Case } from '../../contract/case.ts';
import { defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

interface Fields {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** An object within an object has a kind, a version and metadata, and what its schema says. */
function expectEmbedded(shown: Fields | undefined, { properties, required = [], ...rest }: Fields): void {
  const { properties: fields = {}, required: needed = [], ...others } = shown ?? {};
  expectEqual('an object within', others, rest);
  expectEqual('its fields', Object.keys(fields).sort(), [
    'apiVersion',
    'kind',
    'metadata',
    ...Object.keys(properties ?? {}),
  ]);
  expectEqual('what it needs', [...needed].sort(), ['apiVersion', 'kind', ...required]);
}

export default {
  id: 'openapi-of-definitions',
  title:
    'The schema documents SHOULD tell of defined kinds what their schemas say; the older form tells no fields of what takes any.',
  requirements: ['VERB-094'],
  needs: ['namespace'],
  async run(c) {
    const mark = c.vendor.fill('x-{maker}-preserve-unknown-fields');
    const embedded = c.vendor.fill('x-{maker}-embedded-resource');
    const properties = { a: { type: 'string' } };
    const spec = {
      type: 'object',
      required: ['closed'],
      properties: {
        closed: { type: 'object', properties, required: ['a'] },
        open: { type: 'object', [mark]: true, properties },
        nullable: { type: 'object', nullable: true, properties },
        words: { type: 'object', nullable: true, additionalProperties: { type: 'string' } },
        either: { [c.vendor.fill('x-{maker}-int-or-string')]: true },
        object: { type: 'object', [embedded]: true, properties: { spec: properties.a }, required: ['spec'] },
        keyed: {
          type: 'array',
          items: { type: 'object', properties, required: ['a'] },
          [c.vendor.fill('x-{maker}-list-type')]: 'map',
          [c.vendor.fill('x-{maker}-list-map-keys')]: ['a'],
        },
        amount: { type: 'integer', format: 'int32', minimum: 1, default: 3 },
      },
    };
    const definition = definitionOf(c, { spec });
    await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const specOf = async (path: string, place: string): Promise<Fields> => {
      const answer = await c.wire.get(path, { accept: 'application/json' });
      expectOk(answer);
      const types = fieldOf(answer, place) as Record<string, object>;
      const name = Object.keys(types).find((one) => one.endsWith(`.v1.${kind}`)) ?? kind;
      return fieldOf(answer, [...place.split('.'), name, 'properties', 'spec']) as Fields;
    };
    const { properties: told, ...ofSpec } = spec;
    await c.eventually(async () => {
      const path = '/openapi/v3/apis/conformance.example/v1';
      const { properties: fields, ...rest } = await specOf(path, 'components.schemas');
      expectEqual('the specification in v3', rest, ofSpec);
      const { object, either, ...more } = told;
      const { object: shown, either: alternatives, ...others } = fields ?? {};
      expectEqual('other fields in v3', others, more);
      expectEqual('either in v3', alternatives, { ...either, anyOf: [{ type: 'integer' }, { type: 'string' }] });
      expectEmbedded(shown, object);
    });
    await c.eventually(async () => {
      const { properties: fields } = await specOf('/openapi/v2', 'definitions');
      const { closed, open, nullable, words, either, object, keyed, amount, ...more } = fields ?? {};
      expectEqual('closed', closed, told.closed);
      expectEqual('keyed', keyed, told.keyed);
      expectEqual('open', open, { [mark]: true });
      expectEqual('words', words, { additionalProperties: { type: 'string' } });
      expectEqual('either', either, told.either);
      expectEmbedded(object, told.object);
      expectThat('nullable', !('properties' in (nullable ?? {})), 'without fields', nullable);
      expectEqual('amount', amount, { type: 'integer', format: 'int32', minimum: 1 });
      expectEqual('other fields', more, {});
    });
  },
} satisfies Case;
