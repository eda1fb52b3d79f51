import t, { type Test } from 'tap';
import {
  type IdentityProvider,
  noAnswer,
  startIdentityProvider,
} from '../../../fixtures/apiserver/identity-provider.fixture.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { documentFetcher } from './document-fetcher.ts';

async function provided(t: Test): Promise<IdentityProvider> {
  const provider = await startIdentityProvider();
  t.teardown(() => provider.close());
  return provider;
}

function fetching(t: Test, authority: string | undefined, clock: Clock = systemClock) {
  const fetcher = documentFetcher(authority, clock);
  t.teardown(() => fetcher.close());
  return fetcher;
}

t.test('redirects are followed over TLS only, and a token is not sent to another host', async (t) => {
  const [first, second] = [await provided(t), await provided(t)];
  const fetcher = fetching(t, first.authority + second.authority);
  second.documents.set('/there', { found: true });
  first.documents.set('/here', new URL(`${first.url}/next`));
  first.documents.set('/next', new URL(`${second.url}/there`));
  t.strictSame((await fetcher.fetch(`${first.url}/here`, { token: 'secret' })).text, '{"found":true}');
  t.strictSame(first.credentials, ['Bearer secret', 'Bearer secret']);
  t.strictSame(second.credentials, [undefined]);
  first.documents.set('/plain', new URL('http://127.0.0.1:1/there'));
  await t.rejects(fetcher.fetch(`${first.url}/plain`), { message: /it is not https$/ });
  await t.rejects(fetcher.fetch('http://127.0.0.1:1/there'), { message: /it is not https$/ });
  first.documents.set('/circle', new URL(`${first.url}/circle`));
  await t.rejects(fetcher.fetch(`${first.url}/circle`), { message: /it redirects more than 10 times$/ });
  t.equal(first.asked.filter((path) => path === '/circle').length, 11);
});

t.test('a server without a certificate of the authority gets no request', async (t) => {
  const [provider, other] = [await provided(t), await provided(t)];
  provider.documents.set('/here', {});
  for (const authority of [other.authority, undefined]) {
    await t.rejects(fetching(t, authority).fetch(`${provider.url}/here`, { token: 'secret' }));
  }
  t.strictSame(provider.asked, []);
});

t.test('an answer is limited in size and time, and must be one', async (t) => {
  const provider = await provided(t);
  const fetcher = fetching(t, provider.authority);
  provider.documents.set('/most', 'x'.repeat(1024 * 1024));
  t.equal((await fetcher.fetch(`${provider.url}/most`)).text.length, 1024 * 1024);
  provider.documents.set('/more', 'x'.repeat(1024 * 1024 + 1));
  await t.rejects(fetcher.fetch(`${provider.url}/more`), { message: 'the document is longer than 1048576 bytes' });
  await t.rejects(fetcher.fetch(`${provider.url}/none`), { message: /\/none answered 404$/ });
  provider.documents.set('/silent', noAnswer);
  // The limit passes when the provider was asked, however long that takes.
  const hasty: Clock = {
    ...systemClock,
    async sleep(time, signal) {
      if (time !== 30_000) return systemClock.sleep(time, signal);
      while (!provider.asked.includes('/silent')) await systemClock.sleep(5, signal);
    },
  };
  await t.rejects(fetching(t, provider.authority, hasty).fetch(`${provider.url}/silent`));
  t.strictSame(provider.asked.at(-1), '/silent');
});
