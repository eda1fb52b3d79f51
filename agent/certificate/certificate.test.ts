import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readCertificate } from '../../shared/certificates/certificate.ts';
import { createSelfSigned } from '../../shared/certificates/authority.ts';
import { newKey } from '../../shared/certificates/key.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { type Log, silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { CertificateFolder } from './certificate-folder.ts';
import { certificateMeasure } from './certificate-measure.ts';
import { CertificateKeeper, renewalTime } from './certificate-keeper.ts';
import { CertificateRefused, type CertificateTerms, requestCertificate } from './certificate-request.ts';
import { clientTerms, servingTerms } from './node-terms.ts';
import { StubSigner } from '../../fixtures/agent/signer.fixture.ts';

const start = Date.UTC(2030, 0, 1);
const hour = 3_600_000;
const vendor = vendorOf('orch');
const terms = clientTerms(vendor, 'n1');

/** Lets the clock go, sleeper by sleeper, until something holds. */
async function until(clock: FakeClock, what: string, holds: () => boolean): Promise<void> {
  for (let looks = 0; looks < 60_000; looks += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!holds() && clock.nextDue !== undefined) await clock.advance(clock.nextDue);
  }
  throw new Error(`did not happen: ${what}`);
}

function asking(t: Test, asked: CertificateTerms = terms) {
  const clock = new FakeClock(start);
  const signer = new StubSigner(clock);
  const stop = new AbortController();
  const lines: string[] = [];
  const log: Log = { ...silentLog, warn: (line) => void lines.push(line) };
  const { keyPem } = newKey();
  t.teardown(() => stop.abort());
  const ask = () =>
    requestCertificate(asked, keyPem, {
      ...signer.route,
      clock,
      log,
      signal: stop.signal,
      waiting: (line) => lines.push(line),
    });
  return { clock, signer, stop, lines, keyPem, ask };
}

t.test('a certificate is asked for as the signer wants it, and comes back', async (t) => {
  const { signer, ask } = asking(t);
  const pem = await ask();
  t.match(readCertificate(pem), { commonName: 'system:node:n1', organizations: ['system:nodes'], dnsNames: [] });
  const [request] = signer.requests;
  t.match(request?.metadata.name, /^node-csr-[0-9a-f]{43}$/);
  t.match(request?.spec, {
    signerName: vendor.fill('{label}/{short}-apiserver-client-kubelet'),
    usages: ['digital signature', 'client auth'],
  });
});

t.test('a second attempt with the same key continues with the same request', async (t) => {
  const { clock, signer, lines, ask } = asking(t);
  signer.answer = () => undefined;
  const first = ask();
  await until(clock, 'a request', () => lines.length > 0);
  const [request] = signer.requests;
  const second = ask();
  signer.settle(request?.metadata.name ?? '', signer.issued(request as never));
  t.equal(await first, await second);
  t.equal(signer.requests.length, 1);
});

t.test('without a decision it logs that each minute, and gives up after 15 minutes', async (t) => {
  const { clock, signer, lines, ask } = asking(t);
  signer.answer = () => undefined;
  const asked = ask();
  asked.catch(() => {});
  await until(clock, 'the end of patience', () => clock.now() - start >= 15 * 60_000);
  await t.rejects(asked, { message: /^the signing request node-csr-.* was not decided in 15 minutes$/ });
  t.ok(lines.length > 14);
  t.match(lines[0], /^waiting for the approval of the signing request node-csr-/);
});

t.test('denied, failed, garbage, another key, another name, ended: refused with the reason', async (t) => {
  const answers: Readonly<Record<string, readonly [StubSigner['answer'], RegExp]>> = {
    denied: [
      () => ({ conditions: [{ type: 'Denied', reason: 'No', message: 'not this one' }] }),
      /was denied: No: not this one/,
    ],
    failed: [() => ({ conditions: [{ type: 'Failed', reason: 'SignerValidationFailure' }] }), /failed: Signer/],
    garbage: [() => ({ certificate: Buffer.from('hello').toString('base64') }), /there is no certificate/],
    'broken PEM': [
      () => ({
        certificate: Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----').toString('base64'),
      }),
      /cannot be used/,
    ],
    'another key': [
      () => {
        const { certificatePem } = createSelfSigned({ commonName: 'system:node:n1', clock: new FakeClock(start) });
        return { certificate: Buffer.from(certificatePem).toString('base64') };
      },
      /that of another key/,
    ],
    'another name': [
      (request, signer) => signer.issued(request, { commonName: 'admin' }),
      /does not say what was asked/,
    ],
    ended: [
      (request, signer) => {
        signer.days = -1;
        return signer.issued(request);
      },
      /it ended at .*are the clocks right/,
    ],
  };
  for (const [what, [answer, message]] of Object.entries(answers)) {
    const { signer, ask } = asking(t);
    signer.answer = answer;
    const error: unknown = await ask().catch((reason: unknown) => reason);
    t.type(error, CertificateRefused, what);
    t.match((error as Error).message, message, what);
  }
});

t.test('a request of the same name from another client is refused', async (t) => {
  const { signer, ask } = asking(t);
  await ask();
  const [request] = signer.requests;
  const stranger = asking(t);
  await stranger.ask();
  const spec = { ...request?.spec, request: stranger.signer.requests[0]?.spec?.request };
  signer.requests[0] = { ...request, spec } as never;
  await t.rejects(ask(), { message: /another request is named node-csr-/ });
});

t.test('the signal ends the waiting', async (t) => {
  const { clock, signer, stop, lines, ask } = asking(t);
  signer.answer = () => undefined;
  const asked = ask();
  await until(clock, 'a request', () => lines.length > 0);
  stop.abort(new Error('enough'));
  await t.rejects(asked, { message: 'enough' });
});

function keeping(
  t: Test,
  options: { readonly random?: number; readonly terms?: () => Promise<CertificateTerms | undefined> } = {},
) {
  const clock = new FakeClock(start);
  const signer = new StubSigner(clock);
  const folder = new CertificateFolder({ folder: join(t.testdir(), 'pki'), name: 'kubelet-client', clock });
  const stop = new AbortController();
  const metrics = createMetrics();
  const keeper = new CertificateKeeper({
    purpose: 'client',
    folder,
    initial: undefined,
    terms: options.terms ?? (async () => terms),
    route: async () => signer.route,
    clock,
    log: silentLog,
    metrics,
    random: () => options.random ?? 0.5,
  });
  const ended = keeper.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await ended;
  });
  return { clock, signer, folder, keeper, metrics };
}

t.test('a certificate is renewed with a new key when 70 to 90 % of its life are over', async (t) => {
  const held = { certificate: '', key: '', notBefore: start - 300_000, notAfter: start + 100_000, since: start };
  t.equal(
    renewalTime(held, () => 0),
    start + 70_000,
    'the time by which it was backdated does not count',
  );
  t.equal(Math.round(renewalTime(held, () => 1)), start + 90_000);
  t.equal(
    renewalTime({ ...held, since: start + 200_000 }, () => 0),
    held.notAfter,
    'got after its end, at once',
  );
  const { clock, signer, folder, keeper } = keeping(t, { random: 0 });
  await until(clock, 'the first', () => keeper.current() !== undefined);
  const first = keeper.current();
  const due = start + 0.7 * 24 * hour;
  await until(clock, 'the second', () => signer.requests.length === 2);
  t.ok(Math.abs(clock.now() - due) <= 60_000, `asked at ${clock.now() - start}`);
  await until(clock, 'its use', () => keeper.current() !== first);
  t.not(keeper.current()?.key, first?.key);
  t.equal((await folder.load())?.key, keeper.current()?.key);
});

t.test(
  'while the server refuses, the old one stays and it is tried again; a denied request is not gone on with',
  async (t) => {
    const { clock, signer, keeper, metrics } = keeping(t);
    signer.refusal = 403;
    const text = () => metrics.render();
    await until(clock, 'some time', () => clock.now() - start > 5 * 60_000);
    t.equal(signer.requests.length, 0);
    // The clock advances in steps of up to a minute, and may be past the tenth.
    t.match(await text(), /node_certificate_renewals_total\{certificate="client",outcome="failed"\} (?:[5-9]|10)\n/);
    t.match(await text(), /^kubelet_certificate_manager_client_expiration_renew_errors (?:[5-9]|10)$/m);
    t.match(await text(), /^kubelet_certificate_manager_client_ttl_seconds \+Inf$/m);
    signer.refusal = undefined;
    signer.answer = () => ({ conditions: [{ type: 'Denied' }] });
    await until(clock, 'two requests', () => signer.requests.length === 2);
    t.not(signer.requests[0]?.metadata.name, signer.requests[1]?.metadata.name);
    signer.answer = (request, stub) => stub.issued(request);
    await until(clock, 'a certificate', () => keeper.current() !== undefined);
    t.match(
      await text(),
      new RegExp(`node_certificate_end_seconds\\{certificate="client"\\} ${(keeper.current()?.notAfter ?? 0) / 1000}`),
    );
    const left = (): number => Math.trunc(((keeper.current()?.notAfter ?? 0) - clock.now()) / 1000);
    t.match(await text(), new RegExp(`^kubelet_certificate_manager_client_ttl_seconds ${left()}$`, 'm'));
  },
);

t.test('a serving certificate follows the addresses of the host, and waits until there are any', async (t) => {
  let ipAddresses: string[] = [];
  const wanted = async () => servingTerms(vendor, 'n1', { dnsNames: ['n1'], ipAddresses });
  const { clock, signer, keeper } = keeping(t, { terms: wanted });
  await until(clock, 'a while', () => clock.now() - start > 3 * 60_000);
  t.equal(signer.requests.length, 0);
  ipAddresses = ['10.0.0.2', 'fd00::1'];
  await until(clock, 'the first', () => keeper.current() !== undefined);
  const said = () => readCertificate(keeper.current()?.certificate ?? '').ipAddresses;
  t.strictSame(said(), ['10.0.0.2', 'fd00::1']);
  ipAddresses = ['10.0.0.3'];
  await until(clock, 'the second', () => said().length === 1);
  t.strictSame(said(), ['10.0.0.3']);
  t.equal(signer.requests.length, 2);
  t.ok(clock.now() - start < hour);
});

t.test('alerts see how long each certificate lives, also after its end, and what failed', async (t) => {
  const metrics = createMetrics();
  let now = 1_000_000;
  const serving = certificateMeasure(metrics, 'serving', { now: () => now });
  t.match(await metrics.render(), /^kubelet_certificate_manager_server_ttl_seconds \+Inf$/m);
  serving.inUse({ notAfter: 1_090_500 });
  t.match(await metrics.render(), /^kubelet_certificate_manager_server_ttl_seconds 90$/m);
  now = 1_095_600;
  t.match(await metrics.render(), /^kubelet_certificate_manager_server_ttl_seconds -5$/m);
  serving.count('failed');
  serving.count('renewed');
  t.match(await metrics.render(), /^kubelet_server_expiration_renew_errors 1$/m);
  t.notMatch(
    await metrics.render(),
    /_client_/,
    'of a certificate that the agent does not look after there is nothing',
  );
});
