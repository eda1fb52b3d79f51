// Joining as users meet it: services as the installer left them, under systemd, and a bootstrap file in its place. The node
// joins, renews its certificate, keeps it over a restart, joins anew when it has ended, and waits for a file that is not
// there without starting over and over.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { bootstrapToken, keepBootstrapToken } from '../fixtures/bootstrap-token.ts';
import { issueCertificate, type KeyPair } from '../shared/certificates/authority.ts';
import { ApiClient } from '../shared/client/api-client.ts';
import { connect } from '../shared/client/connection.ts';
import { writeConnectionConfig } from '../shared/client/connection-config.ts';
import type { ApiObject } from '../shared/object/api-object.ts';
import { systemClock } from '../shared/process/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import { CertificateFolder } from './certificate/certificate-folder.ts';
import { type SystemdHost, until } from './systemd-host.fixture.ts';

const vendor = vendorOf('orch');
const nodeName = 'joined';
const hour = 3_600_000;

interface Place {
  readonly host: SystemdHost;
  readonly authority: KeyPair;
  readonly client: ApiClient;
}

/** Both services are installed on the host, and a runtime listens there. */
export async function joinUnderSystemd(t: Test, host: SystemdHost): Promise<void> {
  const place = await serviceThatTakesNodes(t, host);
  await forgetNode(host);
  await writeBootstrap(place);

  t.equal(host.run('systemctl', 'start', 'orch-agent'), '', 'it starts with the bootstrap file alone');
  await until(() => isReady(place), `Ready; ${host.journal('orch-agent')}`);
  t.match(inUse(host).subject, /O=system:nodes\nCN=system:node:joined/);
  t.ok(existsSync(join(host.root, 'etc/orch-agent/kubeconfig')), 'from now on it has a connection file');
  t.same(await askers(place), ['system:bootstrap:abcdef']);

  const first = inUse(host);
  host.run('systemctl', 'restart', 'orch-agent');
  await readyAnew(place, 'Ready after a restart');
  t.equal(inUse(host).fingerprint256, first.fingerprint256, 'a restart goes on with the certificate');
  t.equal((await askers(place)).length, 1, 'and asks for none');

  await withPair(place, { age: 23 * hour, days: 1 });
  const old = inUse(host);
  host.run('systemctl', 'start', 'orch-agent');
  await until(() => inUse(host).fingerprint256 !== old.fingerprint256, 'the certificate is renewed before its end');
  t.equal((await askers(place)).at(-1), 'system:node:joined', 'by the node itself');

  await joinAnew(t, place);
}

/** After the client certificate has ended. */
async function joinAnew(t: Test, place: Place): Promise<void> {
  const { host } = place;
  await withPair(place, { age: 48 * hour, days: 1 });
  host.run('systemctl', 'start', 'orch-agent');
  await readyAnew(place, 'Ready again');
  t.match(host.journal('orch-agent'), /joins with its bootstrap token.*the client certificate ended at/);
  t.equal((await askers(place)).at(-1), 'system:bootstrap:abcdef');

  const bootstrap = join(host.root, 'etc/orch-agent/bootstrap.kubeconfig');
  await withPair(place, { age: 48 * hour, days: 1 });
  await rename(bootstrap, `${bootstrap}.away`);
  const restarts = host.show('orch-agent', 'NRestarts');
  const begun = Date.now();
  t.equal(host.run('systemctl', 'start', 'orch-agent'), '');
  t.match(host.show('orch-agent', 'StatusText'), /certificate ended at .*bootstrap\.kubeconfig.*no such file/);
  await sleep(3_000);
  const attempts = host.journal('orch-agent').match(/no node yet.*bootstrap\.kubeconfig.*no such file/g)?.length ?? 0;
  const took = Date.now() - begun;
  t.ok(attempts >= 1 && attempts <= 2 + took / 1500, `${attempts} attempts in ${took} ms`);
  t.equal(host.show('orch-agent', 'NRestarts'), restarts, 'it waits and is not started again');
  t.equal(host.show('orch-agent', 'ActiveState'), 'active');
  await rename(`${bootstrap}.away`, bootstrap);
  await readyAnew(place, 'Ready once the file is back');
  t.equal(host.show('orch-agent', 'StatusText'), 'node joined on port 10250');
}

/** The service of the host lets nodes join, and knows the token. */
async function serviceThatTakesNodes(t: Test, host: SystemdHost): Promise<Place> {
  const flags = '--node-joining --approve-node-serving';
  await writeFile(join(host.root, 'etc/orch-apiserver/environment'), `ORCH_APISERVER_FLAGS=${flags}\n`);
  host.run('systemctl', 'restart', 'orch-apiserver');
  const pki = join(host.root, 'var/lib/orch-apiserver/pki');
  const [certificatePem = '', keyPem = ''] = await Promise.all(
    ['ca.crt', 'ca.key'].map((name) => readFile(join(pki, name), 'utf8')),
  );
  const authority = { certificatePem, keyPem };
  const admin = issueCertificate(authority, {
    commonName: 'admin',
    organizations: ['system:masters'],
    usages: ['client'],
    clock: systemClock,
  });
  const connection = connect({
    server: `https://127.0.0.1:${await host.reach(t, 6443)}`,
    authority: { pem: certificatePem },
    credentials: { certificate: { pem: admin.certificatePem }, key: { pem: admin.keyPem } },
  });
  t.teardown(() => connection.close());
  const client = new ApiClient(connection.transport);
  await keepBootstrapToken(client, vendor);
  return { host, authority, client };
}

/** The host has never been a node. */
async function forgetNode(host: SystemdHost): Promise<void> {
  host.run('systemctl', 'stop', 'orch-agent');
  const settings = join(host.root, 'etc/orch-agent');
  await rm(join(settings, 'kubeconfig'), { force: true });
  const state = join(host.root, 'var/lib/orch-agent');
  for (const name of await readdir(state)) await rm(join(state, name), { recursive: true });
  await writeFile(join(settings, 'environment'), `ORCH_AGENT_FLAGS=--hostname-override=${nodeName}\n`);
  await mkdir(join(settings, 'conf.d'), { recursive: true });
  const format = vendor.fill('apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\n');
  const content = `${format}rotateCertificates: true\nnodeStatusUpdateFrequency: 1s\n`;
  await writeFile(join(settings, 'conf.d/10-joining.conf'), content);
}

async function writeBootstrap({ host, authority }: Place): Promise<void> {
  await writeConnectionConfig(join(host.root, 'etc/orch-agent/bootstrap.kubeconfig'), {
    server: 'https://127.0.0.1:6443',
    authority: { pem: authority.certificatePem },
    credentials: { token: bootstrapToken },
  });
}

const pkiOf = (host: SystemdHost): string => join(host.root, 'var/lib/orch-agent/pki');

/** The client certificate of the node. */
function inUse(host: SystemdHost): X509Certificate {
  return new X509Certificate(readFileSync(join(pkiOf(host), 'kubelet-client-current.pem')));
}

/** Stops the agent and gives it a certificate that was issued `age` milliseconds ago. */
async function withPair({ host, authority }: Place, { age, days }: { age: number; days: number }): Promise<void> {
  host.run('systemctl', 'stop', 'orch-agent');
  const clock = { ...systemClock, now: () => Date.now() - age };
  const { certificatePem, keyPem } = issueCertificate(authority, {
    commonName: `system:node:${nodeName}`,
    organizations: ['system:nodes'],
    usages: ['client'],
    days,
    clock,
  });
  const folder = pkiOf(host);
  for (const name of await readdir(folder)) if (name.startsWith('kubelet-client')) await rm(join(folder, name));
  await new CertificateFolder({ folder, name: 'kubelet-client', clock }).keep(certificatePem, keyPem);
}

interface SigningRequest extends ApiObject {
  readonly spec?: { readonly username?: string };
}

/** Who asked for a certificate, the first one first. */
async function askers({ client }: Place): Promise<readonly string[]> {
  const group = vendor.fill('certificates.{api}');
  const requests = client.resource<SigningRequest>({ group, version: 'v1', resource: 'certificatesigningrequests' });
  const { items } = await requests.list();
  // Each is signed before the next one is made. Times of creation have whole seconds, too few to tell their order.
  const version = ({ metadata }: SigningRequest): number => Number(metadata.resourceVersion);
  return items.toSorted((a, b) => version(a) - version(b)).map(({ spec }) => spec?.username ?? '');
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

async function isReady({ client }: Place): Promise<boolean> {
  const nodes = client.resource<ApiObject & { readonly status?: { readonly conditions?: readonly Condition[] } }>({
    group: '',
    version: 'v1',
    resource: 'nodes',
  });
  const node = await nodes.get(nodeName).catch(() => undefined);
  return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}

/** Resolves when the node is Ready and has renewed its lease after now. */
async function readyAnew(place: Place, what: string): Promise<void> {
  const since = Date.now();
  await until(
    async () => (await renewed(place)) > since && (await isReady(place)),
    `${what}; ${place.host.journal('orch-agent')}`,
  );
}

/** When the node last renewed its lease. */
async function renewed({ client }: Place): Promise<number> {
  const leases = client
    .resource<ApiObject & { readonly spec?: { readonly renewTime?: string } }>({
      group: vendor.fill('coordination.{api}'),
      version: 'v1',
      resource: 'leases',
    })
    .in(vendor.fill('{short}-node-lease'));
  const lease = await leases.get(nodeName).catch(() => undefined);
  return Date.parse(lease?.spec?.renewTime ?? '');
}
