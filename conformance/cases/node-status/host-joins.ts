import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDecisions } from '../../fixtures/agent/asked-certificates.ts';
import { ifItStarts, orNotOnHttp } from '../../fixtures/agent/refusing-agent.ts';
import { withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { connectionFile } from '../../launch/agent-launcher.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const secret = 'conformance-bootstrap-token';

export default {
  id: 'host-joins',
  title:
    'An agent with a bootstrap token alone MUST ask for a certificate of its node, again when that is denied, keep it for itself, and not need the token any more.',
  requirements: ['NSTAT-001', 'NSTAT-004'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await c.holds('NSTAT-001', () => joins(c, false));
    await c.holds('NSTAT-001', () => ifItStarts('the agent ends when its request is denied', joins(c, true)));
  },
} satisfies Case;

/** `isDenied`: its first request is. */
async function joins(c: CaseContext, isDenied: boolean): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const name = c.unique('node');
    const [file, bootstrap, certificates] = ['kubeconfig', 'bootstrap', 'pki'].map((one) => join(folder, one)) as [
      string,
      string,
      string,
    ];
    const flags = [
      `--hostname-override=${name}`,
      `--kubeconfig=${file}`,
      `--bootstrap-kubeconfig=${bootstrap}`,
      `--cert-dir=${certificates}`,
    ];
    let written: Promise<void> | undefined;
    const prepare = ({ address }: { readonly address: string }) => {
      written = writeFile(bootstrap, connectionFile({ server: address, token: secret }));
    };
    let early: boolean | undefined;
    await withDecisions(
      c,
      name,
      (_asked, index) => {
        void stat(file).then(
          () => (early = true),
          () => (early ??= false),
        );
        return index > 0 || !isDenied;
      },
      async ({ asked }) => {
        await withJoinedAgent(c, { name, flags, prepare }, async (joined) => {
          await written;
          await joined.untilReady();
          const count = isDenied ? 2 : 1;
          expectEqual('requests for certificates', asked.length, count);
          for (const { signerName, usages } of asked) {
            expectEqual('signer', signerName, c.vendor.fill('{label}/{short}-apiserver-client-kubelet'));
            expectEqual('usages', [...usages].sort(), ['client auth', 'digital signature']);
          }
          expectEqual('whether the connection file is there before the approval', early, false);
          if (isDenied) expectThat('names of the requests', asked[0]?.name !== asked[1]?.name, 'two', asked);
          const content = await readFile(file, 'utf8');
          expectThat('connection file', !content.includes(secret), 'no bootstrap token', 'one');
          expectEqual('rights of others to the connection file', (await stat(file)).mode & 0o077, 0);
          const pair = join(certificates, 'kubelet-client-current.pem');
          const text = await readFile(pair, 'utf8');
          expectEqual('rights of others to the key', (await stat(pair)).mode & 0o077, 0);
          const certificate = new X509Certificate(text);
          expectEqual('subject', certificate.subject.split('\n').sort(), [`CN=system:node:${name}`, 'O=system:nodes']);
          expectEqual('whether key and certificate fit', certificate.checkPrivateKey(createPrivateKey(text)), true);
          // The next start needs neither the token nor another certificate.
          await rm(bootstrap);
          const next = { flags: [...flags, '--address=127.0.0.1'], joins: joined.service.address };
          await c.holds('NSTAT-004', async () => {
            await orNotOnHttp(c.launchAgent(next));
            expectEqual('requests for certificates after the next start', asked.length, count);
          });
        });
      },
    );
  });
}
