import t from 'tap';
import type { Definition } from '../../../shared/definition/definition.ts';
import { definitionHead } from './definition-head.ts';

const name = 'openAPIV3Schema';

function stored(versions: readonly object[], more: object = {}): Definition {
  const metadata = { name: 'a.b', annotations: { last: JSON.stringify({ [name]: { a: `"${name}":{` } }), 'ü"': '}' } };
  return { apiVersion: 'x/v1', kind: 'CustomResourceDefinition', metadata, spec: { group: 'b', versions }, ...more };
}

const bytesOf = (definition: Definition): Buffer => Buffer.from(JSON.stringify(definition));

t.test('all of a definition is there but its schemas', async (t) => {
  const schema = { type: 'object', description: `{"${name}":{ ü \\" }`, properties: { [name]: { type: 'object' } } };
  const versions = [
    { name: 'v1', schema: { [name]: schema }, served: true },
    { name: 'v2', schema: { [name]: { enum: ['}', '\\', '"'] } } },
  ];
  const more = { status: { storedVersions: ['v1'], text: `"${name}":{}` } };
  const head = versions.map((version) => ({ ...version, schema: { [name]: null } }));
  t.strictSame(definitionHead(bytesOf(stored(versions, more))), stored(head, more));
});

t.test('schemas that are no objects, and definitions without one, are as they are', async (t) => {
  for (const versions of [[], [{ name: 'v1' }], [{ schema: { [name]: null } }, { schema: { [name]: [{}] } }]])
    t.strictSame(definitionHead(bytesOf(stored(versions))), stored(versions));
});
