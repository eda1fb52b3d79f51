import t from 'tap';
import type { Transport } from '../../shared/client/transport.ts';
import { FakeClock } from '../../shared/process/fake-clock.ts';
import { LateAnswerError } from '../node/object-client.ts';
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
  t.ok((await outcome) instanceof LateAnswerError);
  t.same(paths, ['/apis/authentication.example/v1/tokenreviews']);
});
