import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { claimer, jane } from '../../fixtures/client-certificates.ts';
import { wake } from '../../fixtures/joined-agent.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { openMovedClock } from '../../launch/moved-clock.ts';
import type { Case, CaseContext, OwnAgent } from '../../contract/case.ts';
import type { TlsIdentity } from '../../wire/exchange/connection.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const suites = ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'];
const [served, other] = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384'];
/** Milliseconds after which an agent has looked at its files. */
const lookPeriod = 11_000;

export default {
  id: 'serving-certificate',
  title:
    'An agent MUST serve the certificate, versions and cipher suites that are configured, follow its files, and otherwise a certificate of its own.',
  requirements: ['CKPT-029U'],
  needs: ['launch-agent'],
  async run(c) {
    await servesItsOwn(c);
    const clock = await openMovedClock(c.clock);
    try {
      await withTemporaryFolder(async (folder) => {
        const [tlsCertFile, tlsPrivateKeyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
        const keep = async ({ certificate = '', key = '' }: TlsIdentity) => {
          await writeFile(tlsPrivateKeyFile, key);
          await writeFile(tlsCertFile, certificate);
        };
        await keep(jane);
        const configuration = { tlsCertFile, tlsPrivateKeyFile, tlsCipherSuites: suites };
        await withConfiguration(c, { 'main.yaml': configuration }, async ([main = '']) => {
          const agent = await c.launchAgent({ flags: [main], environment: clock?.environment ?? {} });
          await serves(c, agent, jane);
          expectEqual('cipher suite of TLS 1.2', (await agent.handshake({ maxVersion: 'TLSv1.2' }))?.cipher, served);
          const refused = await agent.handshake({ maxVersion: 'TLSv1.2', ciphers: other });
          expectEqual('handshake with another cipher suite', refused?.cipher, undefined);
          expectEqual('newest version', (await agent.handshake())?.protocol, 'TLSv1.3');
          // Without a clock to move the agent has the time that it takes.
          const later = async () => {
            await clock?.advance(60_000);
            if (clock === undefined) await c.clock.sleep(lookPeriod, c.signal);
            await wake(agent);
          };
          await keep(claimer);
          await later();
          await serves(c, agent, claimer);
          // A certificate without its key replaces nothing.
          await keep({ ...jane, key: claimer.key ?? '' });
          await later();
          await later();
          await serves(c, agent, claimer);
          await keep(jane);
          await later();
          await serves(c, agent, jane);
        });
        // Relative paths are those of the folder of the file, which lies beside this one.
        const [certificate, key] = ['tls.crt', 'tls.key'].map((name) => join('..', basename(folder), name));
        const beside = { tlsCertFile: certificate, tlsPrivateKeyFile: key };
        await withConfiguration(c, { 'main.yaml': beside }, async ([main = '']) => {
          const agent = await c.launchAgent({ flags: [main, '--tls-min-version=VersionTLS13'] });
          await serves(c, agent, jane);
          expectEqual('protocol', (await agent.handshake())?.protocol, 'TLSv1.3');
          expectEqual('handshake with TLS 1.2', await agent.handshake({ maxVersion: 'TLSv1.2' }), undefined);
        });
      });
    } finally {
      await clock?.close();
    }
  },
} satisfies Case;

async function serves(c: CaseContext, agent: OwnAgent, { certificate = '' }: TlsIdentity): Promise<void> {
  const wanted = new X509Certificate(certificate).subject;
  await c.eventually(async () => {
    const found = await agent.handshake();
    expectEqual('subject of the served certificate', found?.certificate.subject, wanted);
  });
}

/** A certificate for the name of the node, which the agent makes once. */
async function servesItsOwn(c: CaseContext): Promise<void> {
  const agent = await c.launchAgent({ flags: [] });
  const found = await agent.handshake();
  expectThat('handshake', found !== undefined, 'an agreement', found);
  const certificate = found?.certificate;
  expectThat(
    'name in the certificate',
    certificate?.checkHost('conformance') !== undefined,
    'conformance',
    certificate?.subjectAltName,
  );
  const [from, to] = [certificate?.validFrom, certificate?.validTo].map((time) => Date.parse(String(time)));
  expectThat('validity', Number(from) <= Date.now() && Number(to) > Date.now(), 'now', [from, to]);
  const folder = join(agent.rootFolder, 'pki');
  const kept = await readFile(join(folder, 'kubelet.crt'), 'utf8').catch(() => undefined);
  if (kept !== undefined)
    expectEqual('certificate in the folder', new X509Certificate(kept).fingerprint256, certificate?.fingerprint256);
  const old = await agent.handshake({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' });
  expectEqual('handshake with TLS 1.1', old, undefined);
}
