import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'invalid-lists-causes',
  title: 'The error for an invalid object SHOULD list every invalid field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const wrong = configMap('Not Valid', { 'bad key!': '1' }, { labels: { 'a b': 'x' } });
    const answer = await c.wire.post(c.resource('v1', 'configmaps').collection, wrong);
    expectFailure(answer, 422, 'Invalid');
    expectField(answer, 'details.kind', 'ConfigMap');
    const fields = expectArray(answer, 'details.causes').map((cause) => String(fieldOf(cause, 'field')));
    for (const field of ['metadata.name', 'metadata.labels'])
      expectThat('fields of the causes', fields.includes(field), `a list with ${field}`, fields);
    expectThat(
      'fields of the causes',
      fields.some((field) => field.startsWith('data')),
      'one for data',
      fields,
    );
  },
} satisfies Case;
