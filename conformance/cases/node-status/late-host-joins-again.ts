import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDecisions } from '../../fixtures/agent/asked-certificates.ts';
import { pairOfThePast } from '../../fixtures/agent/past-pair.ts';
import { withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { connectionFile } from '../../launch/agent-launcher.ts';
import type { Case } from '../../contract/case.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'late-host-joins-again',
  title: 'An agent whose certificate is over MUST ask for another one with its bootstrap token.',
  requirements: ['NSTAT-001', 'NSTAT-004'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withTemporaryFolder(async (folder) => {
      const name = c.unique('node');
      const at = (file: string) => join(folder, file);
      const pair = at('pki/kubelet-client-current.pem');
      const flags = [
        `--hostname-override=${name}`,
        `--kubeconfig=${at('kubeconfig')}`,
        `--bootstrap-kubeconfig=${at('bootstrap')}`,
        `--cert-dir=${at('pki')}`,
      ];
      await mkdir(at('pki'));
      // As agents keep them: a link to the pair in use.
      const past = at('pki/kubelet-client-2020-01-01-00-00-00.pem');
      await writeFile(past, pairOfThePast, { mode: 0o600 });
      await symlink(past, pair);
      let written: Promise<unknown> | undefined;
      const prepare = ({ address }: { readonly address: string }) => {
        const user = { 'client-certificate': pair, 'client-key': pair };
        written = Promise.all([
          writeFile(at('kubeconfig'), connectionFile({ server: address }, user)),
          writeFile(at('bootstrap'), connectionFile({ server: address, token: 'conformance-bootstrap-token' })),
        ]);
      };
      await withDecisions(
        c,
        name,
        () => true,
        ({ asked }) =>
          withJoinedAgent(c, { name, flags, prepare }, async (joined) => {
            await written;
            await joined.untilReady();
            expectEqual('requests for certificates', asked.length, 1);
            const { validTo } = new X509Certificate(await readFile(pair, 'utf8'));
            expectThat('certificate', Date.parse(validTo) > Date.now(), 'one that is not over', validTo);
          }),
      );
    });
  },
} satisfies Case;
