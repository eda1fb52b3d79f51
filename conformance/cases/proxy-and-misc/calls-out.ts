import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import { readable } from '../../fixtures/joined-agent.ts';
import { connectionFile } from '../../launch/agent-launcher.ts';
import { startReviewServer } from '../../launch/review-server.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

const flags = ['--authorization-mode=Webhook', '--authentication-token-webhook=true', '--register-node=false'];

export default {
  id: 'calls-out',
  title: 'The agent MUST authenticate and authorize a caller with one review request each.',
  requirements: ['MISC-008'],
  needs: ['launch-agent'],
  async run(c) {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-reviews-'));
    const service = await startReviewServer(c.vendor);
    try {
      const kubeconfig = join(folder, 'kubeconfig');
      await writeFile(kubeconfig, connectionFile({ server: service.address }), { mode: 0o600 });
      await withConfiguration(c, { 'main.yaml': readable }, async ([main = '']) => {
        const { wire } = await c.launchAgent({ flags: [main, ...flags, `--kubeconfig=${kubeconfig}`] });
        for (const token of ['first', 'second']) {
          const before = service.reviews.length;
          expectOk(await wire.withHeaders({ authorization: `Bearer ${token}` }).get('/metrics'));
          const asked = service.reviews.slice(before);
          expectEqual(
            `questions about the caller with the ${token} token`,
            asked.map(({ kind }) => kind),
            ['TokenReview', 'SubjectAccessReview'],
          );
          expectEqual('token that was asked about', asked[0]?.spec['token'], token);
          expectEqual('user whose rights were asked about', asked[1]?.spec['user'], `holder of ${token}`);
        }
      });
      expectEqual('requests that are no question', service.others, []);
    } finally {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Case;
