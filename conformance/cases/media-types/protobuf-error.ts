import { expectContentType } from '../../wire/expect/headers.ts';
import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { textField } from '../../wire/format/protobuf-fields.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'protobuf-error',
  title: 'An error SHOULD come in an accepted type, and its Content-Type MUST match its body.',
  requirements: ['MEDIA-042', 'MEDIA-046'],
  needs: ['namespace'],
  async run(c) {
    const path = c.resource('v1', 'configmaps').item('absent');
    const accept = c.vendor.fill('application/vnd.{maker}.protobuf');
    const refused = await c.wire.get(path, { accept: `${accept}, application/json;q=0.5` });
    expectStatus(refused, 404);
    if (refused.header('content-type') === 'application/json') {
      expectEqual('kind', (refused.json() as { kind?: unknown }).kind, 'Status');
      return;
    }
    expectContentType(refused, accept);
    const { kind, object } = expectEnvelope(refused);
    expectEqual('kind', kind, 'Status');
    expectEqual('status', textField(object, 2), 'Failure');
    expectEqual('reason', textField(object, 4), 'NotFound');
    expectEqual('code', object.get(6), [404n]);
    const yaml = await c.wire.get(path, { accept: 'application/yaml' });
    expectStatus(yaml, 404);
    expectContentType(yaml, 'application/yaml');
  },
} satisfies Case;
