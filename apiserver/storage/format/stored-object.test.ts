import fc from 'fast-check';
import t from 'tap';

import type { ApiObject } from '../../../shared/object/api-object.ts';
import {
  atRevision,
  decodeJson,
  decodeStored,
  encodeStored,
  equalStored,
  jsonLength,
  withRevision,
} from './stored-object.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const name = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: undefined });
const json = fc.jsonValue({ maxDepth: 3 });
const metadata = fc.record(
  {
    name,
    generateName: name,
    namespace: name,
    uid: name,
    resourceVersion: name,
    labels: fc.dictionary(fc.string(), fc.string()),
    finalizers: fc.array(fc.string(), { maxLength: 3 }),
    generation: fc.integer(),
  },
  { requiredKeys: [] },
);
const content = fc.dictionary(
  fc.string({ minLength: 1 }).filter((key) => !['kind', 'apiVersion', 'metadata', '__proto__'].includes(key)),
  fc.oneof(json, fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })),
  { maxKeys: 4 },
);
const object = fc
  .record({ kind: fc.string(), apiVersion: fc.string(), metadata, content })
  .map(({ content: others, ...head }) => ({ ...others, ...head }) as unknown as ApiObject);

/** What comes back: no undefined members, another version. */
function expected(source: ApiObject, revision: number): unknown {
  const { resourceVersion: _, ...others } = source.metadata;
  const present = Object.entries(others).filter(([, value]) => value !== undefined);
  return { ...source, metadata: { ...Object.fromEntries(present), resourceVersion: String(revision) } };
}

/** Below 1e21 a double is written in digits only, as a bigint is. */
function exact(member: number): string | number {
  return Math.abs(member) < 1e21 ? `${member}n` : member;
}

/** As JSON text with sorted keys and exact integers; an integer beyond 2^53 is the same whether double or bigint. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint') return `${member}n`;
    if (typeof member === 'number' && Number.isInteger(member) && !Number.isSafeInteger(member)) return exact(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

t.test(
  'an object comes back from its stored form with the version of its commit, and nothing else changed (RV-001)',
  (t) => {
    explore(
      fc.property(object, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (source, revision) => {
        const value = encodeStored(source);
        const spliced = withRevision(value, revision);
        const wanted = shown(expected(source, revision));
        t.equal(shown(decodeStored({ key: 'k', value, revision })), wanted);
        t.equal(shown(decodeJson(spliced.bytes.toString())), wanted);
        t.equal(spliced.bytes.toString('latin1', spliced.versionAt).indexOf(`${revision}"`), 0);
        const metadataAt = spliced.afterType + '"metadata":'.length;
        const length = jsonLength(spliced.bytes, metadataAt);
        t.equal(spliced.metadataLength, length);
        const end = metadataAt + length;
        t.equal(
          shown(decodeJson(spliced.bytes.toString('utf8', metadataAt, end))),
          shown((expected(source, revision) as ApiObject).metadata),
        );
        const later = atRevision(spliced, revision, 7);
        t.equal(later.metadataLength, jsonLength(later.bytes, metadataAt));
        const older = Buffer.from(value);
        older.writeUInt16BE(0, 2);
        t.ok(equalStored(value, older), 'a release that did not tell the length wrote the same object');
        t.equal(withRevision(older, revision).metadataLength, 0);
        t.equal(shown(decodeJson(later.bytes.toString())), shown(expected(source, 7)));
      }),
      { numRuns: 300 },
    );
    t.end();
  },
);

t.test('kind and apiVersion lead, so that a list item is the rest of the bytes', (t) => {
  const source: ApiObject = { metadata: { name: 'a', labels: { x: 'ü' } }, kind: 'Pod', spec: {}, apiVersion: 'v1' };
  const { bytes, afterType } = withRevision(encodeStored(source), 12);
  t.equal(
    bytes.toString(),
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"12","labels":{"x":"ü"}},"spec":{}}',
  );
  t.equal(
    `{${bytes.toString('utf8', afterType)}`,
    '{"metadata":{"name":"a","resourceVersion":"12","labels":{"x":"ü"}},"spec":{}}',
  );
  t.end();
});

t.test('keys that objects inherit are ordinary keys', (t) => {
  const source = JSON.parse('{"kind":"K","apiVersion":"v1","metadata":{},"__proto__":{"a":1}}') as ApiObject;
  const { bytes } = withRevision(encodeStored(source), 1);
  t.equal(bytes.toString(), '{"kind":"K","apiVersion":"v1","metadata":{"resourceVersion":"1"},"__proto__":{"a":1}}');
  t.end();
});

t.test('bytes of an unknown form are refused', (t) => {
  t.throws(() => withRevision(Buffer.from('{"kind":"Pod"} and more'), 1), {
    message: 'a stored value has an unknown form',
  });
  t.throws(() => decodeStored({ key: 'k', value: Buffer.alloc(0), revision: 1 }), { message: /unknown form/ });
  t.end();
});
