import { type Case, type CaseContext, NotObservable, type OwnServer } from '../../contract/case.ts';
import { acting } from '../../fixtures/access/authorizer-configuration.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { userRequest } from '../../fixtures/signing/node-requests.ts';
import { certificateOfThePast } from '../../fixtures/signing/past-certificate.ts';
import { ExpectationFailed } from '../../wire/contract/failure.ts';
import type { Wire } from '../../wire/exchange/wire.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const minute = 60_000;
type Decision = 'Approved' | 'Denied' | 'Failed';

export default {
  id: 'requests-are-cleaned',
  title:
    'A signing request of a node SHOULD be taken, and go an hour after its decision, or when its certificate has expired, not before.',
  requirements: ['NODEAUTHZ-017'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const first = await folder.restart();
      const over: string[] = [];
      const kept: string[] = [];
      for (const type of ['Approved', 'Denied', 'Failed'] as const) {
        over.push(await ask(c, first, `old-${type.toLowerCase()}`));
        await decide(c, first, over.at(-1) ?? '', type, 61);
        kept.push(await ask(c, first, `young-${type.toLowerCase()}`));
        await decide(c, first, kept.at(-1) ?? '', type, 55);
      }
      kept.push(await ask(c, first, 'undecided'));
      over.push(await ask(c, first, 'expired'));
      expectOk(await writeStatus(first, over.at(-1) ?? '', 'status', { certificate: base64(certificateOfThePast) }));
      // The cleaner looks at all requests at its start, and then every ten minutes.
      const { wire } = await folder.restart();
      await anyIsGone(c, wire, over);
      for (const path of over) await c.eventually(async () => expectStatus(await wire.get(path), 404));
      for (const path of kept) expectOk(await wire.get(path));
    });
  },
} satisfies Case;

/** A cleaner that looks only some time after its start cannot be judged here. */
async function anyIsGone(c: CaseContext, wire: Wire, paths: readonly string[]): Promise<void> {
  try {
    await c.eventually(async () => {
      const statuses = await Promise.all(paths.map(async (path) => (await wire.get(path)).status));
      expectThat('requests that are gone', statuses.includes(404), 'one or more', statuses);
    });
  } catch (error) {
    if (!(error instanceof ExpectationFailed)) throw error;
    throw new NotObservable('no request is cleaned soon after a start');
  }
}

/** A node creates a request for a signer that no program has, and reads it. Returns its path. */
async function ask(c: CaseContext, server: OwnServer, name: string): Promise<string> {
  const agent = acting(server, 'system:node:conformance-asking', 'system:nodes');
  const apiVersion = c.vendor.fill('certificates.{api}/v1');
  const requests = c.clusterResource(apiVersion, 'certificatesigningrequests');
  const signerName = 'conformance.example/signer';
  const spec = { request: base64(userRequest), signerName, usages: ['client auth'] };
  const manifest = { apiVersion, kind: 'CertificateSigningRequest', metadata: { name }, spec };
  expectCreated(await agent.post(requests.collection, manifest));
  expectOk(await agent.get(requests.item(name)));
  return requests.item(name);
}

/** Decides, so many minutes ago. */
async function decide(c: CaseContext, server: OwnServer, path: string, type: Decision, minutes: number): Promise<void> {
  const time = new Date(c.clock.now() - minutes * minute).toISOString().replace(/\.\d+/, '');
  const times = { lastUpdateTime: time, lastTransitionTime: time };
  const conditions = [{ type, status: 'True', reason: 'ByTheCase', message: 'For the test.', ...times }];
  expectOk(await writeStatus(server, path, type === 'Failed' ? 'status' : 'approval', { conditions }));
}

async function writeStatus({ wire }: OwnServer, path: string, subresource: string, status: object) {
  const found = await wire.get(path);
  expectOk(found);
  return wire.put(`${path}/${subresource}`, { ...(found.json() as object), status });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
