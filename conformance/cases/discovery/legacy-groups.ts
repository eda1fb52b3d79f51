import { expectArray, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'legacy-groups',
  title: 'The path apis SHOULD name every group with its versions and the preferred one.',
  requirements: ['VERB-092', 'VERS-033'],
  async run(c) {
    const answer = await c.wire.get('/apis');
    expectOk(answer);
    expectShape(answer, 'groups');
    for (const group of expectArray(answer, 'groups')) {
      const name = expectText(group, 'name');
      const versions = expectArray(group, 'versions');
      for (const version of versions) {
        const text = expectText(version, 'version');
        expectField(version, 'groupVersion', `${name}/${text}`);
        expectThat(`version of ${name}`, /^v\d+((alpha|beta)\d+)?$/.test(text), 'v1, v1beta1 or v1alpha1', text);
      }
      const preferred = expectText(group, 'preferredVersion.groupVersion');
      const served = versions.map((version) => fieldOf(version, 'groupVersion'));
      expectThat(`preferred version of ${name}`, served.includes(preferred), 'one of the versions', preferred);
    }
  },
} satisfies Case;
