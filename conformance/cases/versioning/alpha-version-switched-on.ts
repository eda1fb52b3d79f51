import { expectList } from '../../wire/expect/list.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'alpha-version-switched-on',
  title: 'An enabled alpha version MUST be served and be in discovery; a key without a value MUST enable it.',
  requirements: ['VERS-024', 'VERS-043', 'VERS-044'],
  launch: switchedOn,
  async run(c) {
    const group = c.vendor.fill('storage.{api}');
    expectList(await c.wire.get(`/apis/${group}/v1alpha1/volumeattributesclasses`), 'VolumeAttributesClassList');
    const versions = expectArray(await c.wire.get(`/apis/${group}`), 'versions').map((each) =>
      fieldOf(each, 'version'),
    );
    expectThat('versions', versions.includes('v1alpha1'), 'v1alpha1 among them', versions);
    expectThat('versions', versions[0] === 'v1', 'the stable version first', versions);
  },
} satisfies Case;
