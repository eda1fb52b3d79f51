import { expectField, expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'openapi-documents',
  title: 'The schema documents SHOULD be served, with an index that links to them.',
  requirements: ['VERB-094'],
  async run(c) {
    const index = await c.wire.get('/openapi/v3');
    expectOk(index);
    expectShape(index, 'openApiIndex');
    const address = expectText(index, ['paths', 'api/v1', 'serverRelativeURL']);
    const document = await c.wire.get(address);
    expectOk(document);
    expectPattern(document, 'openapi', /^3\.0\./);
    expectThat(
      'paths',
      fieldOf(document, ['paths', '/api/v1/namespaces/{namespace}/configmaps']) !== undefined,
      'the ConfigMap collection',
      'none',
    );
    const old = await c.wire.get('/openapi/v2', { accept: 'application/json' });
    expectOk(old);
    expectField(old, 'swagger', '2.0');
  },
} satisfies Case;
