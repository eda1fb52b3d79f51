import { expectList } from '../../wire/expect/list.ts';
import { expectArray, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'alpha-version-switched-on',
  title:
    'An enabled alpha version MUST be served and be in discovery under a name that says so; a key without a value MUST enable it.',
  requirements: ['VERS-022', 'VERS-024', 'VERS-043', 'VERS-044'],
  launch: switchedOn,
  async run(c) {
    const group = c.vendor.fill('storage.{api}');
    expectList(await c.wire.get(`/apis/${group}/v1alpha1/volumeattributesclasses`), 'VolumeAttributesClassList');
    const versions = expectArray(await c.wire.get(`/apis/${group}`), 'versions').map((each) =>
      fieldOf(each, 'version'),
    );
    expectThat('versions', versions.includes('v1alpha1'), 'v1alpha1 among them', versions);
    expectThat('versions', versions[0] === 'v1', 'the stable version first', versions);
    // Only its name tells that a version is an alpha one.
    const alphas: string[] = [];
    for (const group of expectArray(await c.wire.get('/apis'), 'groups')) {
      for (const version of expectArray(group, 'versions')) {
        const name = expectText(version, 'version');
        const level = /^v[1-9]\d*(?:(alpha|beta)[1-9]\d*)?$/.exec(name);
        const what = `version of ${expectText(group, 'name')}`;
        expectThat(what, level !== null, 'v1, v1beta1, v1alpha1 or the like', name);
        if (level?.[1] === 'alpha') alphas.push(`${expectText(group, 'name')}/${name}`);
      }
    }
    expectThat('alpha versions', alphas.includes(`${group}/v1alpha1`), `${group}/v1alpha1 among them`, alphas);
  },
} satisfies Case;
