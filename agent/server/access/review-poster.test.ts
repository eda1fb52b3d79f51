import { Readable } from 'node:stream';
import t from 'tap';
import { ConnectionError } from '../../../shared/client/connection/connection.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { LateResponseError } from '../../connection/object-client.ts';
import { reviewPoster } from './review-poster.ts';

async function* nothing(): AsyncGenerator<Uint8Array> {}

t.test('a service that asks to be left alone is no longer waited for after ten seconds', async (t) => {
  const clock = new FakeClock();
  const paths: string[] = [];
  const busy: Transport = async ({ path }) => {
    paths.push(path);
    return { status: 429, headers: { 'retry-after': '300' }, body: nothing() };
  };
  const post = reviewPoster(busy, 'authentication.example', 'tokenreviews', clock);
  const answer = post({ apiVersion: 'v1', kind: 'TokenReview', metadata: {} }, new AbortController().signal);
  const outcome = answer.catch((error: unknown) => error);
  await clock.advance(10_000);
  t.ok((await outcome) instanceof LateResponseError);
  t.strictSame(paths, ['/apis/authentication.example/v1/tokenreviews']);
});

t.test('a connection that broke is no answer, twice it is', async (t) => {
  let left = 1;
  const broken: Transport = async () => {
    left -= 1;
    if (left >= 0) throw new ConnectionError('cut off');
    return { status: 201, headers: {}, body: Readable.from([Buffer.from('{"status":{"allowed":true}}')]) };
  };
  const post = reviewPoster(broken, 'authorization.example', 'subjectaccessreviews', new FakeClock());
  const ask = () => post({ apiVersion: 'v1', kind: 'SubjectAccessReview', metadata: {} }, new AbortController().signal);
  t.match(await ask(), { status: { allowed: true } });
  left = 2;
  await t.rejects(ask(), { name: 'ConnectionError' });
});
