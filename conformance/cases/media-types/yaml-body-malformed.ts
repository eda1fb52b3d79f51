import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

const bomb = Array.from('abcdefghij')
  .map((name, at, names) => `${name}: &${name} [${`${at === 0 ? 'x' : `*${names[at - 1]}`},`.repeat(10)}]\n`)
  .join('');

export default {
  id: 'yaml-body-malformed',
  title: 'YAML that is not an object, or expands without end, MUST be refused with a Status and do no harm.',
  requirements: ['MEDIA-024', 'MEDIA-044'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
    for (const body of [
      'a: b: c',
      '\tindented: by tabs',
      '- a list',
      'a text',
      `${good}data: {a: &a [*a]}`,
      `${good}data: {a: *unknown}`,
      `${good}data: {a: .inf}`,
      `${good}data:\n${'- '.repeat(5000)}`,
      bomb,
    ]) {
      const answer = await c.wire.post(maps.collection, body, { contentType: 'application/yaml' });
      expectFailure(answer, [400, 422]);
    }
    expectStatus(await c.wire.get(maps.item('a')), 404);
    expectOk(await c.wire.get(maps.collection));
  },
} satisfies Case;
