import { withDecisions } from '../../fixtures/agent/asked-certificates.ts';
import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import type { Case, OwnAgent } from '../../contract/case.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectDifferent, expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Seconds of the life of a certificate: agents ask for the next one when most of it is over. */
const life = 30;

export default {
  id: 'serving-certificate-is-asked-for',
  title:
    'An agent with that setting MUST ask the service for its serving certificate, for its node and its addresses, and for the next before its end, and serve it at once.',
  requirements: ['CKPT-029U'],
  needs: ['launch-agent', 'impersonation'],
  launch: { server: [`--cluster-signing-duration=${life}s`] },
  async run(c) {
    const name = c.unique('node');
    await withDecisions(
      c,
      name,
      () => true,
      async ({ asked }) => {
        await withJoinedAgent(c, { name, configuration: { serverTLSBootstrap: true } }, async (joined) => {
          await joined.untilReady();
          const first = await served(joined.agent);
          const [request] = asked;
          expectEqual('signer', request?.signerName, c.vendor.fill('{label}/kubelet-serving'));
          expectEqual('usages', [...(request?.usages ?? [])].sort(), ['digital signature', 'server auth']);
          expectEqual('subject', first.subject.split('\n').sort(), [`CN=system:node:${name}`, 'O=system:nodes']);
          const node = await c.wire.get(joined.node);
          const internal = expectArray(node, 'status.addresses')
            .filter((one) => fieldOf(one, 'type') === 'InternalIP')
            .map((one) => `IP Address:${String(fieldOf(one, 'address'))}`);
          expectEqual(
            'names of the certificate',
            (first.subjectAltName ?? '').split(', ').sort(),
            [`DNS:${name}`, ...internal].sort(),
          );
          // Until its end, and not a request for each look at the time.
          const next = await c.eventually(async () => {
            const found = await served(joined.agent);
            expectDifferent('certificate after the first one', found.fingerprint256, first.fingerprint256);
            return found;
          }, agentPatience);
          expectThat('requests for certificates', asked.length >= 2 && asked.length <= 3, '2', asked.length);
          expectEqual('subject of the next one', next.subject, first.subject);
          expectEqual('names of the next one', next.subjectAltName, first.subjectAltName);
          const keys = [first, next].map((one) =>
            one.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'),
          );
          expectDifferent('key of the next one', keys[1], keys[0]);
          expectThat(
            'end of the next one',
            Date.parse(next.validTo) > Date.parse(first.validTo),
            'later',
            next.validTo,
          );
        });
      },
    );
  },
} satisfies Case;

async function served(agent: OwnAgent) {
  const found = await agent.handshake();
  if (found === undefined) throw new Error('the agent refused a connection');
  return found.certificate;
}
