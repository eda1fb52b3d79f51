import { type Case, NotObservable } from '../../contract/case.ts';
import { envelopeOf } from '../../wire/expect/envelope.ts';
import { expectCreated, expectRefused } from '../../wire/expect/status.ts';
import { messageOf } from '../../wire/format/protobuf-fields.ts';

export default {
  id: 'protobuf-unknown-kind',
  title: 'A protobuf body of a kind without a protobuf form MUST be refused.',
  requirements: ['MEDIA-018'],
  needs: ['namespace'],
  async run(c) {
    const contentType = c.vendor.fill('application/vnd.{maker}.protobuf');
    const { collection } = c.resource('v1', 'configmaps');
    const object = messageOf([[1, messageOf([[1, 'a']])]]);
    const write = (kind: string) =>
      c.wire.post(collection, envelopeOf('v1', kind, object), { contentType, query: { dryRun: 'All' } });
    // The same bytes are fine for a kind that has the form: only the kind can be the reason of the refusal.
    const known = await write('ConfigMap');
    if (known.status === 415) throw new NotObservable('the target does not take the binary type');
    expectCreated(known);
    expectRefused(await write('Unheard'));
  },
} satisfies Case;
