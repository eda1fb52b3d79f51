import { X509Certificate } from 'node:crypto';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate } from '../../../shared/certificates/authority.ts';
import { readCertificate } from '../../../shared/certificates/certificate.ts';
import { createRequest, parseRequest, type RequestOptions } from '../../../shared/certificates/request.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { resourcesOf } from '../api/resources.ts';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { requestApprover } from './approver.ts';
import { isOver, requestCleaner } from './request-cleaner.ts';
import { requestSigner, signedRequest } from './request-signer.ts';
import { signersOf } from './signers.ts';
import type { RequestCondition, SigningRequest } from './signing-request.ts';

const node: RequestOptions = { commonName: 'system:node:n1', organizations: ['system:nodes'] };
const clientUsages = ['digital signature', 'client auth'];
const hour = 3_600_000;

function requestOf(vendor: Vendor, subject: RequestOptions, spec: SigningRequest['spec'] = {}): SigningRequest {
  return {
    apiVersion: vendor.fill('certificates.{api}/v1'),
    kind: 'CertificateSigningRequest',
    metadata: { name: 'csr' },
    spec: {
      request: Buffer.from(createRequest(subject).requestPem).toString('base64'),
      signerName: signersOf(vendor).nodeClient.name,
      usages: clientUsages,
      username: 'system:bootstrap:abcdef',
      groups: ['system:bootstrappers', 'system:authenticated'],
      ...spec,
    },
  };
}

/** The request in base64 of PEM, with one bit of its signature changed. */
function withOtherSignature({ spec }: SigningRequest): string {
  const pem = Buffer.from(spec?.request ?? '', 'base64').toString();
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  const label = 'CERTIFICATE REQUEST';
  return Buffer.from(`-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`).toString('base64');
}

const condition = (type: string, more: Partial<RequestCondition> = {}): RequestCondition => ({
  type,
  status: 'True',
  ...more,
});

/** A small API in which `may` decides who has which right on signing requests. */
async function running(
  t: Test,
  vendor: Vendor,
  make: (environment: ControllerEnvironment, requests: Informer<ApiObject>) => Loop,
  may: (user: string, right: string) => boolean = () => true,
) {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const collection = vendor.fill('/apis/certificates.{api}/v1/certificatesigningrequests');
  const api = new TestApi({ [collection]: { kind: 'CertificateSigningRequest', namespaced: false } });
  const asked: string[] = [];
  const transport: Transport = async (request) => {
    if (!request.path.includes('subjectaccessreviews')) return api.transport(request);
    const { spec } = JSON.parse(String(request.body)) as {
      readonly spec: { readonly user: string; readonly resourceAttributes: Record<string, string> };
    };
    const { verb, group, resource, subresource = '' } = spec.resourceAttributes;
    asked.push(`${spec.user} ${verb} ${resource}.${group}/${subresource}`);
    const answer = { kind: 'SubjectAccessReview', metadata: {}, status: { allowed: may(spec.user, subresource) } };
    return {
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield Buffer.from(JSON.stringify(answer));
      })(),
    };
  };
  const environment = { ...api.environment(vendor, clock), transportFor: () => transport };
  const client = new ApiClient(api.transport, { clock }).resource(resourcesOf(vendor).signingRequests);
  const requests = new Informer(client, { clock });
  const stop = new AbortController();
  const loops = [requests.run(stop.signal), make(environment, requests).run(stop.signal)];
  t.teardown(async () => {
    stop.abort();
    await Promise.all(loops);
  });
  await requests.synced();
  const read = (name = 'csr'): SigningRequest | undefined => api.get(collection, '', name);
  return { clock, api, collection, asked, read };
}

for (const id of ['orch', 'kubernetes'] as const) {
  const vendor = vendorOf(id);
  const { nodeClient, nodeServing, client } = signersOf(vendor);

  t.test(`${id}: neither a denied request nor one with another key's signature is approved`, async (t) => {
    const system = await running(t, vendor, (environment, requests) => requestApprover(environment, { requests }));
    const named = (name: string, more: object) => ({ ...requestOf(vendor, node), ...more, metadata: { name } });
    system.api.put(system.collection, named('denied', { status: { conditions: [condition('Denied')] } }));
    const forged = requestOf(vendor, node);
    system.api.put(
      system.collection,
      named('forged', { spec: { ...forged.spec, request: withOtherSignature(forged) } }),
    );
    system.api.put(system.collection, requestOf(vendor, node));
    await eventually(() => system.read()?.status?.conditions?.length === 1, 'approval of the last');
    t.strictSame(
      system.read('denied')?.status?.conditions?.map(({ type }) => type),
      ['Denied'],
    );
    t.equal(system.read('forged')?.status?.conditions, undefined);
  });

  t.test(`${id}: a node client request is approved after its user was asked about (NODEAUTHZ-017)`, async (t) => {
    const system = await running(t, vendor, (environment, requests) => requestApprover(environment, { requests }));
    system.api.put(system.collection, requestOf(vendor, node));
    await eventually(() => system.read()?.status?.conditions?.length === 1, 'approval');
    t.match(system.read()?.status?.conditions, [
      {
        type: 'Approved',
        status: 'True',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
        lastUpdateTime: '2030-01-01T00:00:00Z',
      },
    ]);
    const right = vendor.fill('create certificatesigningrequests.certificates.{api}/nodeclient');
    t.strictSame(system.asked, [`system:bootstrap:abcdef ${right}`]);
    t.ok(system.api.requests.some((line) => line.endsWith('csr/approval')));
  });

  t.test(`${id}: a node that renews its certificate is asked about as such, first`, async (t) => {
    const system = await running(t, vendor, (environment, requests) => requestApprover(environment, { requests }));
    system.api.put(system.collection, requestOf(vendor, node, { username: 'system:node:n1' }));
    await eventually(() => system.read()?.status?.conditions?.length === 1, 'approval');
    t.match(system.read()?.status?.conditions?.[0]?.message, /^Auto approving self kubelet client certificate/);
    t.match(system.asked, [/selfnodeclient$/]);
  });

  t.test(`${id}: without the right, or with another shape, a request waits for a person`, async (t) => {
    const system = await running(
      t,
      vendor,
      (environment, requests) => requestApprover(environment, { requests }),
      () => false,
    );
    const waiting = {
      refused: requestOf(vendor, node),
      serving: requestOf(
        vendor,
        { ...node, dnsNames: ['n1'] },
        { signerName: nodeServing.name, usages: ['digital signature', 'server auth'], username: 'system:node:n1' },
      ),
      user: requestOf(vendor, { commonName: 'jane' }, { signerName: client.name }),
      foreign: requestOf(vendor, node, { signerName: 'example.com/signer' }),
      masters: requestOf(vendor, { ...node, organizations: ['system:nodes', 'system:masters'] }),
      named: requestOf(vendor, { ...node, dnsNames: ['n1'] }),
      garbage: { ...requestOf(vendor, node), spec: { request: 'aGVsbG8=', signerName: nodeClient.name } },
      denied: { ...requestOf(vendor, node), status: { conditions: [condition('Denied')] } },
    };
    for (const [name, request] of Object.entries(waiting)) {
      system.api.put(system.collection, { ...request, metadata: { name } });
    }
    await eventually(() => system.asked.length > 0, 'a question');
    await system.clock.advance(1_000);
    for (const name of Object.keys(waiting)) {
      const types = (system.read(name)?.status?.conditions ?? []).map(({ type }) => type);
      t.strictSame(types, name === 'denied' ? ['Denied'] : [], name);
    }
    t.ok(new Set(system.asked).size === 1, 'only the one of the right shape is asked about');
  });

  t.test(`${id}: serving certificates are approved only with the option, for the node itself`, async (t) => {
    const system = await running(t, vendor, (environment, requests) =>
      requestApprover(environment, { requests, approveServing: true }),
    );
    const spec = { signerName: nodeServing.name, usages: ['digital signature', 'server auth'] };
    const serving = (username: string) =>
      requestOf(vendor, { ...node, ipAddresses: ['10.0.0.1'] }, { ...spec, username });
    system.api.put(system.collection, { ...serving('system:node:n2'), metadata: { name: 'other' } });
    system.api.put(system.collection, serving('system:node:n1'));
    await eventually(() => system.read()?.status?.conditions?.length === 1, 'approval');
    t.notOk(system.read('other')?.status);
    t.strictSame(system.asked, []);
  });

  t.test(`${id}: requests that are another signer's, or gone, are left alone without a word`, async (t) => {
    const authority = createAuthority({ commonName: 'a', clock: new FakeClock(Date.UTC(2030, 0, 1)) });
    const warnings: unknown[] = [];
    const system = await running(t, vendor, (environment, requests) => {
      const log = { ...environment.log, warn: (...words: unknown[]) => void warnings.push(words) };
      return requestSigner({ ...environment, log }, { requests, authority, longest: hour });
    });
    const status = { conditions: [condition('Approved')] };
    const named = (name: string, more: object) => ({ ...requestOf(vendor, node, more), metadata: { name }, status });
    system.api.put(system.collection, named('of-another', { signerName: 'example.com/signer' }));
    system.api.put(system.collection, named('gone', {}));
    system.api.remove(system.collection, '', 'gone');
    system.api.put(system.collection, named('csr', {}));
    await eventually(() => system.read()?.status?.certificate !== undefined, 'a certificate');
    t.equal(system.read('of-another')?.status?.certificate, undefined);
    t.strictSame(warnings, []);
  });

  t.test(`${id}: an approved request gets its certificate, a wrong one the reason`, async (t) => {
    const authority = createAuthority({ commonName: 'a', clock: new FakeClock(Date.UTC(2030, 0, 1)) });
    const system = await running(t, vendor, (environment, requests) =>
      requestSigner(environment, { requests, authority, longest: hour }),
    );
    const status = { conditions: [condition('Approved')] };
    system.api.put(system.collection, { ...requestOf(vendor, node), status });
    const wrong = requestOf(vendor, { ...node, organizations: ['else'] });
    system.api.put(system.collection, { ...wrong, metadata: { name: 'wrong' }, status });
    system.api.put(system.collection, { ...requestOf(vendor, node), metadata: { name: 'open' } });
    const both = { conditions: [condition('Approved'), condition('Denied')] };
    system.api.put(system.collection, { ...requestOf(vendor, node), metadata: { name: 'denied' }, status: both });
    const failed = { conditions: [condition('Approved'), condition('Failed')] };
    system.api.put(system.collection, { ...requestOf(vendor, node), metadata: { name: 'failed' }, status: failed });
    await eventually(() => system.read()?.status?.certificate !== undefined, 'a certificate');
    await eventually(() => system.read('wrong')?.status?.conditions?.length === 2, 'a failure');
    const pem = Buffer.from(system.read()?.status?.certificate ?? '', 'base64').toString();
    t.match(readCertificate(pem), {
      commonName: 'system:node:n1',
      organizations: ['system:nodes'],
      notBefore: system.clock.now() - 300_000,
      notAfter: system.clock.now() + hour,
    });
    t.ok(new X509Certificate(pem).verify(new X509Certificate(authority.certificatePem).publicKey));
    t.match(system.read('wrong')?.status?.conditions?.[1], {
      type: 'Failed',
      reason: 'SignerValidationFailure',
      message: /its organization must be system:nodes alone/,
    });
    t.notOk(system.read('open')?.status, 'it is not approved');
    t.strictSame(system.read('denied')?.status, both);
    t.strictSame(system.read('failed')?.status, failed);
  });
}

t.test('how long a certificate lives is bounded from both sides', async (t) => {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const authority = createAuthority({ commonName: 'a', clock });
  const vendor = vendorOf('orch');
  const life = (expirationSeconds: number | undefined, longest: number): number => {
    const spec = expirationSeconds === undefined ? {} : { expirationSeconds };
    const signed = signedRequest(requestOf(vendor, node, spec), signersOf(vendor).nodeClient, {
      authority,
      longest,
      clock,
    });
    const pem = Buffer.from(signed.status?.certificate ?? '', 'base64').toString();
    return (readCertificate(pem).notAfter - clock.now()) / 1000;
  };
  t.equal(life(undefined, 24 * hour), 86_400);
  t.equal(life(3600, 24 * hour), 3600);
  t.equal(life(3600, 60_000), 60, 'the server allows no more');
  t.equal(life(60, 24 * hour), 600, 'ten minutes at least');
});

t.test('each signer has its rules', async (t) => {
  const { nodeClient, nodeServing, client } = signersOf(vendorOf('orch'));
  const read = (subject: RequestOptions) => parseRequest(createRequest(subject).requestPem);
  const encipherment = [...clientUsages, 'key encipherment'];
  const serving = ['digital signature', 'server auth'];
  for (const usages of [clientUsages, encipherment]) t.equal(nodeClient.fault(read(node), usages), undefined);
  for (const names of [
    { dnsNames: ['n'] },
    { ipAddresses: ['10.0.0.1'] },
    { emails: ['a@b'] },
    { uris: ['spiffe://x'] },
  ]) {
    t.match(nodeClient.fault(read({ ...node, ...names }), clientUsages), /names hosts/);
  }
  t.match(nodeClient.fault(read({ ...node, commonName: 'n1' }), clientUsages), /common name/);
  for (const usages of [['client auth'], serving, [...encipherment, 'any']]) {
    t.match(nodeClient.fault(read(node), usages), /usages/);
  }
  t.equal(nodeServing.fault(read({ ...node, ipAddresses: ['10.0.0.1'] }), serving), undefined);
  t.match(nodeServing.fault(read(node), serving), /neither a host nor an address/);
  t.match(nodeServing.fault(read({ ...node, dnsNames: ['a'], emails: ['a@b'] }), serving), /something else/);
  t.match(nodeServing.fault(read({ ...node, dnsNames: ['a'] }), clientUsages), /usages/);
  t.equal(client.fault(read({ commonName: 'jane' }), ['client auth']), undefined);
  t.match(client.fault(read({ commonName: 'jane' }), ['client auth', 'server auth']), /usages/);
  t.match(client.fault(read({ commonName: 'jane' }), ['digital signature']), /usages/);
});

t.test('an old request is deleted, and a young one stays', async (t) => {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const now = clock.now();
  const vendor = vendorOf('orch');
  const authority = createAuthority({ commonName: 'a', clock });
  const { certificatePem } = issueCertificate(authority, { commonName: 'x', usages: ['client'], days: 1 / 24, clock });
  const certificate = Buffer.from(certificatePem).toString('base64');
  const of = (age: number, status: SigningRequest['status'] = {}): SigningRequest => ({
    ...requestOf(vendor, node),
    metadata: { name: 'csr', creationTimestamp: formatTime(now - age) },
    status,
  });
  const since = (type: string, age: number) => ({
    conditions: [condition(type, { lastUpdateTime: formatTime(now - age) })],
  });
  for (const type of ['Approved', 'Denied', 'Failed']) {
    t.notOk(isOver(of(2 * hour, since(type, hour - 1000)), now), type);
    t.ok(isOver(of(2 * hour, since(type, hour + 1000)), now), type);
  }
  t.notOk(isOver(of(23 * hour), now));
  t.ok(isOver(of(25 * hour), now), 'no decision for a day');
  t.notOk(isOver(of(0, { ...since('Approved', 0), certificate }), now));
  t.ok(isOver(of(0, { ...since('Approved', 0), certificate }), now + 2 * hour), 'the certificate has ended');
  t.notOk(isOver(of(0, { ...since('Approved', 0), certificate: 'aGVsbG8=' }), now));
  const system = await running(t, vendor, requestCleaner);
  const old = { name: 'csr', creationTimestamp: formatTime(system.clock.now() - 24 * hour + 60_000) };
  system.api.put(system.collection, { ...requestOf(vendor, node), metadata: old });
  await eventually(() => system.clock.sleeping > 0, 'a first round');
  t.ok(system.read());
  await system.clock.advance(10 * 60_000);
  await eventually(() => system.read() === undefined, 'the deletion');
});
