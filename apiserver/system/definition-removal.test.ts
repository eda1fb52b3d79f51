// The removal of a definition leaves no object behind, whatever is under way at the same time: what was left would be there again
// when a definition of that name comes back.

import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import {
  crontab,
  crontabDefinition,
  crontabGroup,
  crontabs,
  definitionsPath,
} from '../../fixtures/apiserver/definitions.fixture.ts';
import { startWebhook } from '../../fixtures/apiserver/webhook-server.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const definitions = definitionsPath(vendor);
const definition = `${definitions}/crontabs.${crontabGroup}`;
const merge = { 'content-type': 'application/merge-patch+json' };

type Ask = ReturnType<typeof administratorOf>;

async function started(t: Test): Promise<Ask> {
  const server = await startServer({ vendor: 'kubernetes' });
  t.teardown(() => server.api.stop());
  return administratorOf(server.api);
}

async function until(what: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await what())) {
    if (Date.now() > end) throw new Error('it did not come to be');
    await pause(5);
  }
}

const answers = async (ask: Ask, path: string, code: number): Promise<boolean> =>
  (await ask('GET', path)).status === code;

async function define(t: Test, ask: Ask): Promise<void> {
  const made = await ask('POST', definitions, crontabDefinition(vendor));
  t.equal(made.status, 201, made.text);
  await until(() => answers(ask, crontabs, 200));
}

async function remove(t: Test, ask: Ask): Promise<void> {
  t.equal((await ask('DELETE', definition)).status, 200);
  await until(() => answers(ask, definition, 404));
}

async function nothingIsLeft(t: Test, ask: Ask, told: string): Promise<void> {
  await define(t, ask);
  const { items } = JSON.parse((await ask('GET', crontabs)).text) as { items: readonly object[] };
  t.strictSame(items, [], told);
}

/** A webhook that is asked about objects of the definition, and answers when it is let go. */
async function holdingWebhook(t: Test, ask: Ask) {
  let letGo = (): void => {};
  const free = new Promise<void>((resolve) => (letGo = resolve));
  const hook = await startWebhook(({ body }, response) => {
    const { apiVersion, kind, request } = JSON.parse(body) as {
      readonly apiVersion: string;
      readonly kind: string;
      readonly request: { readonly uid: string };
    };
    const answer = { apiVersion, kind, response: { uid: request.uid, allowed: true } };
    void free.then(() => response.end(JSON.stringify(answer)));
  });
  t.teardown(() => hook.close());
  const group = vendor.fill('admissionregistration.{api}');
  const kind = 'MutatingWebhookConfiguration';
  const webhook = {
    name: 'hold.example.com',
    clientConfig: { url: `${hook.url}/`, caBundle: Buffer.from(hook.authority).toString('base64') },
    rules: [{ operations: ['CREATE'], apiGroups: [crontabGroup], apiVersions: ['*'], resources: ['crontabs'] }],
    timeoutSeconds: 30,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  const body = { apiVersion: `${group}/v1`, kind, metadata: { name: 'hold' }, webhooks: [webhook] };
  const made = await ask('POST', `/apis/${group}/v1/mutatingwebhookconfigurations`, body);
  t.equal(made.status, 201, made.text);
  return { letGo, isAsked: () => until(() => Promise.resolve(hook.requests.length > 0)) };
}

t.test('a create that a webhook holds until its definition is gone is refused', async (t) => {
  const ask = await started(t);
  await define(t, ask);
  const { letGo, isAsked } = await holdingWebhook(t, ask);
  const held = ask('POST', crontabs, crontab('held'));
  await isAsked();
  await remove(t, ask);
  letGo();
  const { status, text } = await held;
  t.match(
    [status, text],
    [403, /\\"held\\" is forbidden: create not allowed while custom resource definition is terminating/],
  );
  await nothingIsLeft(t, ask, 'it was not stored');
});

t.test('so is one whose definition was changed meanwhile; one whose definition was only changed is done', async (t) => {
  const ask = await started(t);
  await define(t, ask);
  const { letGo, isAsked } = await holdingWebhook(t, ask);
  const held = ask('POST', crontabs, crontab('held'));
  await isAsked();
  const names = { spec: { names: { shortNames: ['ct'] } } };
  t.equal((await ask('PATCH', definition, names, merge)).status, 200);
  await until(async () => (await ask('GET', `/apis/${crontabGroup}/v1`)).text.includes('"ct"'));
  await remove(t, ask);
  letGo();
  t.equal((await held).status, 403);
  await nothingIsLeft(t, ask, 'it was not stored');

  const again = await holdingWebhookAgain(t, ask);
  const kept = ask('POST', crontabs, crontab('kept'));
  await again.isAsked();
  t.equal((await ask('PATCH', definition, { spec: { names: { shortNames: ['cr'] } } }, merge)).status, 200);
  await until(async () => (await ask('GET', `/apis/${crontabGroup}/v1`)).text.includes('"cr"'));
  again.letGo();
  const { status, text } = await kept;
  t.equal(status, 201, text);
});

/** The configuration of the one before goes first. */
async function holdingWebhookAgain(t: Test, ask: Ask) {
  const group = vendor.fill('admissionregistration.{api}');
  await ask('DELETE', `/apis/${group}/v1/mutatingwebhookconfigurations/hold`);
  return holdingWebhook(t, ask);
}

t.test('creates at the time of the removal of an empty definition are refused or removed with it', async (t) => {
  const ask = await started(t);
  for (let round = 0; round < 8; round += 1) {
    await define(t, ask);
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 30; index += 1) {
        const { status } = await ask('POST', crontabs, crontab(`w${writer}-${index}`));
        if (status !== 201) return;
      }
    };
    const writing = [0, 1, 2, 3].map(write);
    await remove(t, ask);
    await Promise.all(writing);
    await nothingIsLeft(t, ask, `round ${round}`);
    await remove(t, ask);
  }
});
