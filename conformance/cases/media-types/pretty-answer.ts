import { expectContentType } from '../../wire/expect/headers.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'pretty-answer',
  title: 'The parameter pretty MUST change only the layout of a JSON response.',
  requirements: ['MEDIA-021', 'MEDIA-046'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    for (const path of [maps.item('m-00'), maps.collection, maps.item('absent')]) {
      // Other writers create config maps in every namespace.
      const ours = path === maps.collection ? createdSelector : {};
      const plain = await c.wire.get(path, { query: { pretty: 'false', ...ours } });
      const pretty = await c.wire.get(path, { query: { pretty: 'true', ...ours } });
      for (const answer of [plain, pretty]) expectContentType(answer, 'application/json');
      expectEqual('status', pretty.status, plain.status);
      // The version of a list changes with every write to the service.
      const content = path === maps.collection ? 'items' : [];
      expectEqual('content', fieldOf(pretty, content), fieldOf(plain, content));
      expectThat('lines', pretty.text().includes('\n  "'), 'indented lines', pretty.text().slice(0, 80));
      expectThat('lines', !plain.text().trimEnd().includes('\n'), 'one line', plain.text().slice(0, 80));
    }
    // Also for clients of people, to which a service may answer on several lines by itself.
    for (const client of ['curl/8.5.0', 'Mozilla/5.0', 'Wget/1.21']) {
      for (const [pretty, indented] of [
        ['false', false],
        ['0', false],
        ['true', true],
        ['1', true],
      ] as const) {
        const headers = { 'user-agent': client };
        const answer = await c.wire.get(maps.item('m-00'), { query: { pretty }, headers });
        const isIndented = answer.text().includes('\n  "');
        expectEqual(`whether ${client} gets indented lines with pretty=${pretty}`, isIndented, indented);
      }
    }
    // What a service keeps of one form must not be answered to who asks for the other.
    for (const path of ['/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1']) {
      for (const pretty of ['false', 'true', 'false', 'true']) {
        const answer = await c.wire.get(path, { query: { pretty } });
        expectOk(answer);
        const isIndented = answer.text().includes('\n  "');
        expectEqual(`whether ${path} is indented with pretty=${pretty}`, isIndented, pretty === 'true');
      }
    }
    const yaml = await c.wire.get(maps.item('m-00'), { accept: 'application/yaml', query: { pretty: 'true' } });
    expectOk(yaml);
    expectContentType(yaml, 'application/yaml');
    expectThat('YAML', !yaml.text().startsWith('{'), 'YAML as without the parameter', yaml.text().slice(0, 80));
  },
} satisfies Case;
