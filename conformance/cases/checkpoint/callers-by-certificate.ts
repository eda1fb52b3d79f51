import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { claimer, clientAuthority, jane, nameless } from '../../fixtures/client-certificates.ts';
import { agentPatience, passTime, readable, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { openMovedClock } from '../../launch/moved-clock.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const path = '/checkpoint/default/no-such-pod/container';

export default {
  id: 'callers-by-certificate',
  title:
    'An agent MUST know callers by certificates of its authority, also of one that replaces it, ask whether they may, and refuse all others.',
  requirements: ['CKPT-026', 'CKPT-028U'],
  needs: ['launch-agent', 'impersonation'],
  async run(c) {
    const clock = await openMovedClock(c.clock);
    try {
      await withTemporaryFolder(async (folder) => {
        const authority = join(folder, 'authority.crt');
        await writeFile(authority, clientAuthority);
        const name = c.unique('node');
        const flags = [
          `--hostname-override=${name}`,
          '--authorization-mode=Webhook',
          '--anonymous-auth=false',
          `--client-ca-file=${authority}`,
        ];
        const configuration = { ...readable, nodeLeaseDurationSeconds: 8 };
        const environment = clock?.environment ?? {};
        await withJoinedAgent(c, { name, flags, configuration, environment }, async (joined) => {
          const { agent, service } = joined;
          const asked: unknown[] = [];
          let allowed = true;
          service.answers = ({ method, path: at }, sent) => {
            if (method !== 'POST' || !at.endsWith('/subjectaccessreviews')) return undefined;
            asked.push(sent);
            return { ...(sent as object), status: { allowed } };
          };
          const owner = agent.withCertificate(jane);
          await c.eventually(async () => expectStatus(await owner.post(path, undefined), 404), agentPatience);
          await c.holds('CKPT-028U', async () => {
            for (const [field, value] of [
              ['user', 'jane'],
              ['groups', ['devs', 'ops', 'system:authenticated']],
              ['uid', undefined],
              ['resourceAttributes.verb', 'create'],
              ['resourceAttributes.subresource', 'checkpoint'],
              ['resourceAttributes.name', name],
            ] as const) {
              expectField(asked[0], `spec.${field}`, value);
            }
          });
          await c.holds('CKPT-026', async () => {
            const before = asked.length;
            for (const [what, caller] of [
              ['no certificate', agent.wire],
              ['a certificate without a name', agent.withCertificate(nameless)],
              ['a certificate of another authority', agent.withCertificate(claimer)],
            ] as const) {
              for (const at of [path, '/healthz']) {
                const { status } = at === path ? await caller.post(at, undefined) : await caller.get(at);
                expectEqual(`status of ${at} with ${what}`, status, 401);
              }
            }
            expectEqual('access reviews for callers without a name', asked.length, before);
          });
          await c.holds(['CKPT-026', 'CKPT-028U'], async () => {
            allowed = false;
            expectStatus(await owner.get('/pods'), 403);
            // What was granted for one verb is asked about again for another.
            expectStatus(await owner.get(path), 403);
          });
          await c.holds('CKPT-026', async () => {
            if (clock === undefined)
              throw new NotObservable('libfaketime, which moves the clock of an agent, is not installed');
            // A self-signed certificate is its own authority. What is no certificate replaces nothing.
            for (const [content, isJane, isClaimer] of [
              [String(claimer.certificate), false, true],
              ['no certificate', false, true],
              [clientAuthority, true, false],
            ] as const) {
              await writeFile(authority, content);
              await passTime(c, joined, clock, 60_000);
              allowed = true;
              await c.eventually(async () => {
                for (const [identity, isKnown] of [
                  [jane, isJane],
                  [claimer, isClaimer],
                ] as const) {
                  const { status } = await agent.withCertificate(identity).post(path, undefined);
                  expectEqual(`whether the caller is known`, status !== 401, isKnown);
                }
              }, agentPatience);
            }
          });
        });
      });
    } finally {
      await clock?.close();
    }
  },
} satisfies Case;
