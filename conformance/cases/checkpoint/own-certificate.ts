import { X509Certificate } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jane } from '../../fixtures/client-certificates.ts';
import { agedCertificate } from '../../fixtures/signing/aged-certificate.ts';
import { expectStart } from '../../fixtures/agent/refusing-agent.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import type { Case, CaseContext, OwnAgent } from '../../contract/case.ts';
import type { TlsIdentity } from '../../wire/exchange/connection.ts';
import { expectDifferent, expectEqual, expectThat } from '../../wire/expect/value.ts';

const day = 24 * 3_600_000;

export default {
  id: 'own-certificate',
  title:
    'An agent without a configured certificate MUST serve the one of its folder, SHOULD replace it before its end and when it is of no use, and MUST NOT start with half a pair.',
  requirements: ['CKPT-029U'],
  needs: ['launch-agent'],
  async run(c) {
    const fresh = agedCertificate(0);
    await withPair(c, 'a good certificate', fresh, async (agent) => {
      expectEqual('certificate of the folder', (await served(agent)).fingerprint256, fingerprint(fresh));
    });
    for (const [what, pair] of [
      ['a certificate that has ended', agedCertificate(400)],
      ['the key of another certificate', { ...fresh, key: jane.key ?? '' }],
      ['no certificate', { certificate: 'none', key: fresh.key ?? '' }],
      ['no key', { certificate: fresh.certificate ?? '', key: '' }],
    ] as const) {
      await withPair(c, what, pair, async (agent, folder) => {
        const certificate = await served(agent);
        await isOwn(what, certificate, folder);
      });
    }
    // Nine tenths of its life are over.
    const old = agedCertificate(345);
    await withPair(c, 'an old certificate', old, async (agent, folder) => {
      const next = await c.eventually(async () => {
        const found = await served(agent);
        expectDifferent('certificate after the old one', found.fingerprint256, fingerprint(old));
        return found;
      });
      await isOwn('an old certificate', next, folder);
    });
    await withTemporaryFolder(async (folder) => {
      const [certificate, key] = ['tls.crt', 'tls.key'].map((name) => join(folder, name)) as [string, string];
      await keep(certificate, key, fresh);
      for (const flag of [`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`])
        expectDifferent(`exit code with ${flag} alone`, (await c.watchAgent({ flags: [flag] }, 20_000)) ?? 0, 0);
      await writeFile(key, jane.key ?? '');
      const flags = [`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`];
      expectDifferent('exit code with the key of another', (await c.watchAgent({ flags }, 20_000)) ?? 0, 0);
    });
  },
} satisfies Case;

/** Works with an agent that finds this pair in the folder of its certificates. */
async function withPair(
  c: CaseContext,
  what: string,
  pair: TlsIdentity,
  work: (agent: OwnAgent, folder: string) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await keep(join(folder, 'kubelet.crt'), join(folder, 'kubelet.key'), pair);
    await work(await expectStart(c, `start with ${what}`, { flags: [`--cert-dir=${folder}`] }), folder);
  });
}

async function keep(certificate: string, key: string, pair: TlsIdentity): Promise<void> {
  await writeFile(certificate, pair.certificate ?? '');
  await writeFile(key, pair.key ?? '', { mode: 0o600 });
}

async function served(agent: OwnAgent): Promise<X509Certificate> {
  const found = await agent.handshake();
  if (found === undefined) throw new Error('the agent refused a connection');
  return found.certificate;
}

function fingerprint({ certificate = '' }: TlsIdentity): string {
  return new X509Certificate(certificate).fingerprint256;
}

/** A certificate that the agent has made: for its node, for about a year, in its folder with a private key. */
async function isOwn(before: string, certificate: X509Certificate, folder: string): Promise<void> {
  const what = `certificate in place of ${before}`;
  expectThat(what, certificate.checkHost('conformance') !== undefined, 'conformance', certificate.subjectAltName);
  const [from, to] = [certificate.validFrom, certificate.validTo].map((time) => Date.parse(time)) as [number, number];
  expectThat(`begin of the ${what}`, Date.now() >= from && Date.now() - from < day, 'today', certificate.validFrom);
  expectThat(`end of the ${what}`, to - Date.now() > 300 * day, 'in a year', certificate.validTo);
  const [file, key] = ['kubelet.crt', 'kubelet.key'].map((name) => join(folder, name)) as [string, string];
  const kept = new X509Certificate(await readFile(file, 'utf8'));
  expectEqual(`${what} in the folder`, kept.fingerprint256, certificate.fingerprint256);
  expectEqual(`rights of others to the key, ${what}`, (await stat(key)).mode & 0o077, 0);
}
