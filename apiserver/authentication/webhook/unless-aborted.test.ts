import t from 'tap';
import { unlessAborted } from './unless-aborted.ts';

t.test('an aborted caller gets the reason, and a later failure of the work is not unhandled', async (t) => {
  const failing = Promise.reject(new Error('the work failed'));
  await t.rejects(unlessAborted(failing, AbortSignal.abort(new Error('left'))), { message: 'left' });
  await new Promise((resolve) => setImmediate(resolve));
  const leaving = new AbortController();
  const waiting = unlessAborted(new Promise<void>(() => {}), leaving.signal);
  leaving.abort(new Error('left later'));
  await t.rejects(waiting, { message: 'left later' });
  t.equal(await unlessAborted(Promise.resolve(1), new AbortController().signal), 1);
});
