import { expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-plain-list-kind',
  title: 'A collection MUST NOT be answered with the kind List.',
  requirements: ['OBJ-081', 'VERB-022'],
  needs: ['namespace'],
  async run(c) {
    for (const resource of ['configmaps', 'secrets', 'pods', 'services', 'events']) {
      const kind = expectText(await c.wire.get(c.resource('v1', resource).collection), 'kind');
      expectThat(`kind of ${resource}`, kind !== 'List' && kind.endsWith('List'), '<Kind>List', kind);
    }
  },
} satisfies Case;
