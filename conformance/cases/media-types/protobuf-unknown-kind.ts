import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'protobuf-unknown-kind',
  title: 'A protobuf body of a kind without a protobuf form MUST be refused.',
  requirements: ['MEDIA-018'],
  needs: ['namespace'],
  async run(c) {
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
    const meta = Buffer.concat([Buffer.from([0x0a]), text('v1'), Buffer.from([0x12]), text('Unheard')]);
    const body = Buffer.concat([Buffer.from('6b387300', 'hex'), Buffer.from([0x0a, meta.length]), meta]);
    expectRefused(
      await c.wire.post(c.resource('v1', 'configmaps').collection, new Uint8Array(body), { contentType: type }),
    );
  },
} satisfies Case;
